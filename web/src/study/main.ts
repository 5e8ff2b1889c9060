// The study: somebody follows an instruction on foot, and answers questions.

import { byId } from "../html";
import { themeButton } from "../theme";
import { Study } from "./study";

themeButton(byId("theme"));
void new Study().start();
