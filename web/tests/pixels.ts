// Is there anything to see? Judged from a screenshot, as people would.

import type { Locator } from "@playwright/test";

/** How many colours a screenshot has, each counted once, coarsely. */
export async function colors(target: Locator): Promise<number> {
  const picture = await target.screenshot();
  const address = `data:image/png;base64,${picture.toString("base64")}`;
  return target.page().evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const brush = canvas.getContext("2d");
    if (!brush) return 0;
    brush.drawImage(image, 0, 0);
    const { data } = brush.getImageData(0, 0, image.width, image.height);
    const seen = new Map<number, number>();
    for (let i = 0; i < data.length; i += 4) {
      const key = ((data[i]! >> 4) << 8) | ((data[i + 1]! >> 4) << 4) | (data[i + 2]! >> 4);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    // A colour of fewer pixels than a thumb's width is an edge, not a thing.
    return [...seen.values()].filter((count) => count > 40).length;
  }, address);
}
