import { finished, Readable } from "node:stream";

/**
 * Passes on a source's bytes. Fails with a TimeoutError if the source yields none for `ms` milliseconds while bytes are
 * requested; the reader's own time does not count. If the reader goes away, the source is destroyed at once.
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
  // Until the first read: a data listener alone would start the flow.
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
