import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disguised, hugeHeads, plainAvif } from "../../test/builders/pictures.ts";
import { createImageWorker, type ImageWorker } from "./drawing.ts";
import { Refusal } from "./errors.ts";
import { maxPixels } from "./pictures.ts";

const portrait = {
  box: { width: 256, height: 256, fit: "cover" },
  format: "webp",
  quality: 82,
} as const;
const small = (format: "png" | "jpeg" | "webp" | "avif") =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#245" } })
    .toFormat(format)
    .toBuffer();

let imageWorker: ImageWorker;
let worst: Buffer;
beforeAll(async () => {
  imageWorker = createImageWorker({ maxQueued: 2 });
  worst = await plainAvif(16);
});
afterAll(() => imageWorker.stop());

const draw = (bytes: Uint8Array) => imageWorker.draw(bytes, maxPixels.portrait, portrait);
/** The code of a refusal, or "drawn". */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "drawn",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

describe("a picture", () => {
  test("is drawn upright, in its box", async () => {
    const { bytes, mediaType } = await draw(await small("jpeg"));
    expect(mediaType).toBe("image/webp");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256 });
  });

  test("that declares more pixels than fit in memory is refused undecoded, whatever its format", async () => {
    const heads = await hugeHeads();
    const codes: Record<string, string> = {};
    for (const [format, bytes] of Object.entries(heads)) codes[format] = await codeOf(draw(bytes));
    const tooLarge = "VALIDATION_FAILED";
    // A WebP without the bytes for its pixels is not even opened.
    const webp = "UNSUPPORTED_MEDIA_TYPE";
    expect(codes).toEqual({ png: tooLarge, jpeg: tooLarge, webp, avif: tooLarge });
    await expect(imageWorker.inspect(heads.png, maxPixels.project)).rejects.toMatchObject({
      facts: { fieldErrors: [{ path: "file", message: expect.stringContaining("40000 × 40000") }] },
    });
  });

  test("one row of pixels over the limit is refused, and one at the limit is drawn", async () => {
    expect(await codeOf(draw(disguised(worst, 4000, 4001)))).toBe("VALIDATION_FAILED");
    expect(await codeOf(draw(worst))).toBe("drawn");
  });

  test("with more pixels than its header states only ends the decoder's process", async () => {
    const bytes = disguised(await plainAvif(59), 100, 100);
    const before = process.memoryUsage.rss();
    const peak = peakMemory();
    expect(await codeOf(draw(bytes))).toBe("UNSUPPORTED_MEDIA_TYPE");
    // Decoding it in this process would take 1.5 GB.
    expect(peak() - before).toBeLessThan(500e6);
    expect(await codeOf(draw(await small("png")))).toBe("drawn");
  });

  test.each(["png", "jpeg", "webp", "avif"] as const)(
    "truncated in the middle is refused: %s",
    async (format) => {
      const whole = await small(format);
      const cut = whole.subarray(0, whole.length / 2);
      expect(await codeOf(draw(cut))).toBe("UNSUPPORTED_MEDIA_TYPE");
    },
  );

  test("is recognised by its bytes: others are refused", async () => {
    const drawing = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#000" } })
      .gif()
      .toBuffer();
    for (const bytes of [drawing, gif]) {
      expect(await codeOf(draw(bytes))).toBe("UNSUPPORTED_MEDIA_TYPE");
      expect(await codeOf(imageWorker.inspect(bytes, 100))).toBe("UNSUPPORTED_MEDIA_TYPE");
    }
  });
});

test("pictures beyond the queue's limit are refused until later", async () => {
  const picture = await small("png");
  const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(draw(picture))));
  expect(codes).toEqual(["drawn", "drawn", "drawn", "UNAVAILABLE", "UNAVAILABLE"]);
  await expect(draw(picture)).resolves.toMatchObject({ mediaType: "image/webp" });
});

test("a stop aborts the current picture as unavailable", async () => {
  const other = createImageWorker({ maxQueued: 2 });
  const codes = [1, 2].map(() => codeOf(other.draw(worst, maxPixels.portrait, portrait)));
  await other.stop();
  expect(await Promise.all(codes)).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);
});

/** Measures this process; the returned function stops that and returns the peak. */
function peakMemory(): () => number {
  let most = 0;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 10);
  return () => {
    look();
    clearInterval(timer);
    return most;
  };
}
