/**
 * The process that decodes pictures of strangers, and does nothing else: what a picture does to it, it does to nobody.
 * It has no environment and no connection but that to the server; `drawing.ts` starts it, and kills it when it is late.
 */
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";

export interface Work {
  bytes: Uint8Array;
  /** More than this is refused before anything is decoded. */
  maxPixels: number;
  /** Nothing is drawn without it: only the size is read. */
  drawing?: Drawing;
}

/** Upright and without metadata. Never larger than the picture is, except that `cover` always fills its box. */
export interface Drawing {
  box?: { width: number; height: number; fit: "cover" | "inside" };
  /** `own`: that of the picture; WebP for AVIF, which takes minutes to write. */
  format: "webp" | "png" | "own";
  /** Of WebP and JPEG, up to 100. */
  quality?: number;
}

export interface Picture {
  bytes: Buffer;
  mediaType: "image/webp" | "image/png" | "image/jpeg";
}

/** What came of it; the size is what the head of the picture says. */
export type Outcome =
  | { is: "unreadable" }
  | { is: "tooLarge" | "seen"; width: number; height: number }
  | ({ is: "drawn" } & Picture);

const mebibyte = 1024 * 1024;
// A picture of 40 million pixels at 12 bits takes 1.0 GB; what takes more says another size than it has.
const maxMemory = 1200 * mebibyte;
// Time of the processor, so that a busy machine refuses nobody: the worst picture of 40 million pixels takes 2 s.
const maxProcessorMs = 15_000;
const pollEveryMs = 20;

sharp.cache(false);
// A second thread would take the second core from whoever logs in at this moment.
sharp.concurrency(1);

/** Says the size without decoding, and draws what is not larger than allowed. */
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

// Decoding is patient, people are not. The lowest priority of all would never get its turn on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // Where memory ends on the whole machine, this goes first and not the database.
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Other systems have no such file.
}
// The threads of the decoder cannot be asked to stop; the process can end.
let begun = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(begun);
  const isOver = (user + system) / 1000 > maxProcessorMs;
  if (isOver || process.memoryUsage.rss() > maxMemory) process.exit(1);
}, pollEveryMs);
// A Ctrl-C reaches the whole group; this ends with the server, when there is nobody left to draw for.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit(0));
process.on("message", (work: Work) => {
  begun = process.cpuUsage();
  void workOn(work).then((outcome) => process.send!(outcome));
});
