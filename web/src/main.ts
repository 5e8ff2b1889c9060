// The playground: pick a start and a goal, read how to get there, walk it.

import { byId } from "./html";
import { Playground } from "./playground";
import { copyButton } from "./share";
import { speechButton } from "./speech";
import { themeButton } from "./theme";

themeButton(byId("theme"));
const playground = new Playground();
speechButton(byId("speak"), () => playground.text);
copyButton(byId("copy"), () => playground.text);
void playground.start();
