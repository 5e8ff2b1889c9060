// The page in bytes as a network sees them: all of it, and what is needed
// before anything is seen. More than 250 kB in all is a fault.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist", import.meta.url).pathname;
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
let total = 0;
let first = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(join(file.parentPath, file.name))).length;
  total += size;
  if (!file.name.startsWith("view-")) first += size;
}
const kilobytes = (size) => `${(size / 1000).toFixed(1)} kB`;
console.log(`page, gzip: ${kilobytes(total)} in all, ${kilobytes(first)} before the first picture`);
if (total > 250_000 || total < 50_000) process.exit(1);
