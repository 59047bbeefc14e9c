import { Readable } from "node:stream";

/**
 * The bytes of a source, which fails with a TimeoutError once it gives none for `ms` milliseconds though they are asked for.
 * The time that its reader takes over them does not count.
 */
export function steadily(source: Readable, ms: number): Readable {
  const bytes = Readable.from(steadyBytes(source, ms), { objectMode: false });
  // Also where nothing of it was read, as when its reader is gone before.
  return bytes.once("close", () => source.destroy());
}

async function* steadyBytes(source: Readable, ms: number): AsyncGenerator<Buffer> {
  const stop = () => {
    const silence = new Error("The file store went silent in the middle of an answer");
    silence.name = "TimeoutError";
    source.destroy(silence);
  };
  let timer = setTimeout(stop, ms);
  try {
    for await (const bytes of source as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield bytes;
      timer = setTimeout(stop, ms);
    }
  } finally {
    clearTimeout(timer);
  }
}
