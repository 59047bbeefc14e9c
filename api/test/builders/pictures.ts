import { readFile } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";

const folder = path.resolve(import.meta.dirname, "../pictures");

/** A plain AVIF at 12 bits of 600 or 1,300 bytes, whose pixels take 0.5 or 1.5 GB to decode. */
export function plainAvif(megapixels: 16 | 59): Promise<Buffer> {
  return readFile(path.join(folder, `${megapixels}-megapixels.avif`));
}

/** An AVIF whose header states another size than the picture has. */
export function disguised(avif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(avif);
  for (let at = changed.indexOf("ispe"); at !== -1; at = changed.indexOf("ispe", at + 4)) {
    changed.writeUInt32BE(width, at + 8);
    changed.writeUInt32BE(height, at + 12);
  }
  return changed;
}

const edge = 40_000;

/** Pictures of a few bytes whose header states 1.6 billion pixels, or the most that the format allows. */
export async function hugeHeads(): Promise<Record<"png" | "jpeg" | "webp" | "avif", Buffer>> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: "#123" } });
  const png = await small.png().toBuffer();
  png.writeUInt32BE(edge, 16);
  png.writeUInt32BE(edge, 20);
  // The header's checksum, without which decoders reject it.
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  const jpeg = await small.jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(edge, frame + 5);
  jpeg.writeUInt16BE(edge, frame + 7);
  const webp = await small.webp({ lossless: true }).toBuffer();
  const bits = webp.indexOf("VP8L") + 9;
  // Two sizes of 14 bits, minus one.
  webp.writeUInt32LE(((webp.readUInt32LE(bits) & 0xf0000000) | 0x0fffffff) >>> 0, bits);
  const avif = disguised(await small.avif({ effort: 0 }).toBuffer(), edge, edge);
  return { png, jpeg, webp, avif };
}
