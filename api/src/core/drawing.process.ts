/**
 * The process that decodes untrusted pictures, and does nothing else, so that a malicious picture harms only this process. It
 * has no environment and no connection except to the server; `drawing.ts` starts it, and kills it on timeout.
 */
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";

export interface Work {
  bytes: Uint8Array;
  /** Larger pictures are refused before anything is decoded. */
  maxPixels: number;
  /** Without it only the size is read. */
  drawing?: Drawing;
}

/** The output: upright and without metadata, never larger than the picture, except that `cover` fills its box. */
export interface Drawing {
  box?: { width: number; height: number; fit: "cover" | "inside" };
  /** `own`: the picture's format; WebP for AVIF, which takes minutes to encode. */
  format: "webp" | "png" | "own";
  /** For WebP and JPEG, up to 100. */
  quality?: number;
}

export interface Picture {
  bytes: Buffer;
  mediaType: "image/webp" | "image/png" | "image/jpeg";
}

/** The result; the size is that of the picture's header. */
export type Outcome =
  | { is: "unreadable" }
  | { is: "tooLarge" | "seen"; width: number; height: number }
  | ({ is: "drawn" } & Picture);

const mebibyte = 1024 * 1024;
// A picture of 40 million pixels at 12 bits takes 1.0 GB; one that takes more states a wrong size.
const maxMemory = 1200 * mebibyte;
// CPU time, so that a busy machine refuses no picture: the worst one of 40 million pixels takes 2 s.
const maxProcessorMs = 15_000;
const pollEveryMs = 20;

sharp.cache(false);
// A second thread would take the second core from users who log in at this moment.
sharp.concurrency(1);

/** Reads the size without decoding, and draws the picture if it is not too large. */
async function workOn({ bytes, maxPixels, drawing }: Work): Promise<Outcome> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { is: "tooLarge", width, height };
    if (!drawing) return { is: "seen", width, height };
    return { is: "drawn", ...(await drawn(picture.autoOrient(), format, drawing)) };
  } catch {
    return { is: "unreadable" };
  }
}

async function drawn(
  picture: Sharp,
  format: string,
  { box, format: wanted, quality }: Drawing,
): Promise<Picture> {
  if (box) picture.resize({ ...box, withoutEnlargement: box.fit === "inside" });
  const own = format === "jpeg" || format === "png" ? format : "webp";
  const target = wanted === "own" ? own : wanted;
  const bytes = await picture
    .toFormat(target, target === "png" || quality === undefined ? {} : { quality })
    .toBuffer();
  return { bytes, mediaType: `image/${target}` };
}

// Decoding can wait, people cannot. At the very lowest priority it would never run on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // If the machine runs out of memory, the kernel kills this process first, not the database.
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Other systems have no such file.
}
// The decoder's threads cannot be stopped; the process can.
let begun = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(begun);
  const isOver = (user + system) / 1000 > maxProcessorMs;
  if (isOver || process.memoryUsage.rss() > maxMemory) process.exit(1);
}, pollEveryMs);
// Ctrl-C goes to the whole process group; this process ends with the server, when there is nothing left to draw.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit(0));
process.on("message", (work: Work) => {
  begun = process.cpuUsage();
  void workOn(work).then((outcome) => process.send!(outcome));
});
