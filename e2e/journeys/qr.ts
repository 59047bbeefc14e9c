import { createCanvas, loadImage } from "@napi-rs/canvas";
import jsqr from "jsqr";
import type { Locator } from "@playwright/test";

/** The package is CommonJS and its types describe an ES module. */
const readCode = jsqr as unknown as typeof jsqr.default;

/** Decodes the QR code shown in a part of the page, as a phone would; null if it is unreadable. */
export async function readQr(part: Locator): Promise<string | null> {
  const image = await loadImage(await part.screenshot());
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return readCode(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
