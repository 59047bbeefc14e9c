import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

type Encoding = "br" | "gzip";

// As for answers that are compressed while sent.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const pack = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, quality),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
const leastPacked = 1024;

/** An answer serialized in advance, which is sent as is, without validation. If it is sent again it is compressed, once. */
export class ReadyJson {
  readonly bytes: Buffer;
  readonly #packed: Partial<Record<Encoding, Buffer | "soon">> = {};
  #given = 0;

  constructor(text: string | Buffer) {
    this.bytes = typeof text === "string" ? Buffer.from(text) : text;
  }

  /** The most memory it can take, in bytes: JSON compresses to a third, and there are two encodings. */
  get size(): number {
    return this.bytes.length * 2;
  }

  /** Returns the bytes for a request, and sets the matching headers. */
  for(request: FastifyRequest, reply: FastifyReply): Buffer {
    void reply.type("application/json; charset=utf-8");
    // An answer sent once is compressed while sent.
    const isRepeated = this.#given++ > 0 && this.bytes.length >= leastPacked;
    const encoding = isRepeated ? encodingFor(request) : undefined;
    const packed = encoding && this.#packedBy(encoding);
    if (!packed) return this.bytes;
    void reply.header("vary", "accept-encoding").header("content-encoding", encoding);
    return packed;
  }

  #packedBy(encoding: Encoding): Buffer | undefined {
    const packed = this.#packed[encoding];
    if (packed === "soon") return undefined;
    if (packed) return packed;
    this.#packed[encoding] = "soon";
    void pack[encoding](this.bytes).then((bytes) => {
      this.#packed[encoding] = bytes;
    });
    return undefined;
  }
}

/** Returns an encoding that browsers request, which state no preference; other requests are compressed while sent. */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers["accept-encoding"];
  if (typeof accepted !== "string" || headers["x-no-compression"] !== undefined) return undefined;
  if (accepted.includes(";")) return undefined;
  return (["br", "gzip"] as const).find((each) => accepted.split(/,\s*/).includes(each));
}
