// Each page in bytes as a network sees them: all of it, and what is needed
// before anything is seen. More than 250 kB for a page is a fault.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = new URL("../../crates/cicerone-server/page", import.meta.url).pathname;
const files = readdirSync(dist, { recursive: true }).filter((name) => /\.\w+$/.test(name));
const texts = new Map(files.map((name) => [name, readFileSync(join(dist, name), "utf8")]));
const size = (name) => gzipSync(readFileSync(join(dist, name))).length;
const kilobytes = (size) => `${(size / 1000).toFixed(1)} kB`;
/** Parts that are loaded at once: imports of a module, everything in a page. */
const AT_ONCE = /(?:from|import)\s*["']\.?\/?([^"']+)["']|(?:src|href)="\/([^"]+)"/g;

/** The files that one needs, and those that these need. */
function reached(page, needs) {
  const found = new Set([page]);
  for (const name of found) for (const other of needs(name)) found.add(other);
  return [...found];
}

const short = (name) => name.replace("assets/", "");
const named = (name) => files.filter((other) => texts.get(name).includes(short(other)));
const atOnce = (name) =>
  [...texts.get(name).matchAll(AT_ONCE)]
    .map(([, module, file]) => files.find((other) => short(other) === short(module ?? file)))
    .filter(Boolean);

let isFine = true;
for (const page of files.filter((name) => name.endsWith(".html"))) {
  const sum = (names) => names.map(size).reduce((a, b) => a + b, 0);
  const [total, first] = [sum(reached(page, named)), sum(reached(page, atOnce))];
  console.log(`${page}, gzip: ${kilobytes(total)} in all, ${kilobytes(first)} before the first picture`);
  // What is drawn in 3-D comes after the page itself.
  const isWalked = /index|study/.test(page);
  if (total > 250_000 || total < 5_000 || (isWalked && (total < 50_000 || first >= total))) isFine = false;
}
if (!isFine) process.exit(1);
