import { unusableCharacter, unusableText } from "@tonneline/contract/characters";
import type { Endpoint, UploadedFile } from "@tonneline/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse, refuseField } from "../errors.ts";

// Two, so that a user who adds images to a project can send a document meanwhile.
const atOnce = 2;
// The longest file name that disks and mail programs support.
const maxNameLength = 200;

/** Counts an upload that needs no permission; throws RATE_LIMITED if there were too many. */
export type CountUpload = (account: { userId: number; ip: string }) => Promise<void>;

/**
 * Admits an upload before its body is read, or throws RATE_LIMITED: an account may have two in flight per server, and uploads
 * that need no permission are also counted. Operators send hundreds of images in a morning.
 */
export function uploadGate(count: CountUpload) {
  const underWay = new Map<number, number>();
  return async (
    { access }: Endpoint,
    account: { userId: number; ip: string },
    reply: FastifyReply,
  ): Promise<void> => {
    const { userId } = account;
    const others = underWay.get(userId) ?? 0;
    if (others >= atOnce) {
      const detail = "Two of your files are being uploaded. Please wait until they have arrived.";
      return refuse("RATE_LIMITED", { retryAfterSeconds: 5, detail });
    }
    // If the caller gave up while the session was read, nothing would end its turn.
    if (!reply.raw.closed) {
      underWay.set(userId, others + 1);
      // Answered, or aborted by the caller.
      reply.raw.once("close", () => {
        const left = underWay.get(userId)! - 1;
        if (left === 0) underWay.delete(userId);
        else underWay.set(userId, left);
      });
    }
    if (!access.includes(":")) await count(account);
  };
}

const wrongFile = (message: string) => refuseField("file", message);

/**
 * Reads the only file of a multipart body; PAYLOAD_TOO_LARGE once it exceeds `maxBytes`, VALIDATION_FAILED for a malformed
 * body, and for a second file, which would otherwise be lost silently. The file's name may be empty.
 */
export async function uploadedFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<UploadedFile> {
  const files = request.files({ limits: { fileSize: maxBytes, files: 1 } });
  const { value: part } = await files.next().catch(refuseMalformed);
  if (part?.fieldname !== "file") return wrongFile("Expected a file in the field `file`");
  // A part that is a file only by its media type has no name, although the library's types say so.
  const filename = (part.filename as string | undefined) ?? "";
  if (unusableCharacter.test(filename)) return wrongFile(`Its name: ${unusableText}`);
  const tooLarge = () => {
    const detail = `This file is too large: at most ${maxBytes / 1024 / 1024} MB are accepted.`;
    return refuse("PAYLOAD_TOO_LARGE", { detail });
  };
  const bytes = await part
    .toBuffer()
    .catch((error: { code?: string }) =>
      error.code === "FST_REQ_FILE_TOO_LARGE" ? tooLarge() : refuseMalformed(error),
    );
  // The library checks this for each chunk, which does not happen if the chunk ended exactly at the limit.
  if (part.file.truncated) return tooLarge();
  await files.next().catch(refuseMalformed);
  // A cut within a surrogate pair would leave half a character.
  const name = filename.slice(0, maxNameLength).replace(/\p{Cs}$/u, "");
  return { name, bytes };
}

/** Leaves the form library's own errors to the error handler; others are about the bytes. */
function refuseMalformed(error: { code?: string }): never {
  if (error.code === "FST_FILES_LIMIT") return wrongFile("Expected one file, not several");
  if (error.code?.startsWith("FST_")) throw error;
  return refuse("VALIDATION_FAILED", { detail: "The request could not be read." });
}
