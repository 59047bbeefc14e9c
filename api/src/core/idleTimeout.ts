import { finished, Readable } from "node:stream";

/**
 * The bytes of a source, which fails with a TimeoutError once it gives none for `ms` milliseconds though they are asked for.
 * The time that its reader takes over them does not count. A reader that goes away takes the source along at once.
 */
export function withIdleTimeout(source: Readable, ms: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    const silence = new Error("The file store went silent in the middle of an answer");
    silence.name = "TimeoutError";
    source.destroy(silence);
  };
  const bytes = new Readable({
    read() {
      timer = setTimeout(stop, ms);
      source.resume();
    },
    destroy(error, done) {
      clearTimeout(timer);
      source.destroy();
      done(error);
    },
  });
  // Until somebody reads: listening alone would have it flow.
  source.pause();
  source.on("data", (part: Buffer) => {
    clearTimeout(timer);
    if (!bytes.push(part)) source.pause();
  });
  finished(source, (error) => {
    clearTimeout(timer);
    if (error) bytes.destroy(error);
    else bytes.push(null);
  });
  return bytes;
}
