import { unusableCharacter, unusableText } from "@tonneline/contract/characters";
import type { Endpoint, UploadedFile } from "@tonneline/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse, refuseField } from "../errors.ts";

// Two: somebody who adds images to a project may send a document meanwhile.
const atOnce = 2;
// The longest that a disk or mail program gives a file.
const maxNameLength = 200;

/** Counts an upload that comes from anybody with an account; throws RATE_LIMITED when there were too many. */
export type CountUpload = (account: { userId: number; ip: string }) => Promise<void>;

/**
 * Lets an upload in before its body is read, or throws RATE_LIMITED: an account has at most two under way on a server,
 * and what needs no permission is counted besides. Operators send hundreds of images in a morning.
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
      const detail = "Two files of yours are on their way. Please wait until they have arrived.";
      return refuse("RATE_LIMITED", { retryAfterSeconds: 5, detail });
    }
    underWay.set(userId, others + 1);
    // Answered, or given up by the caller.
    reply.raw.once("close", () => {
      const left = underWay.get(userId)! - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    });
    if (!access.includes(":")) await count(account);
  };
}

const wrongFile = (message: string) => refuseField("file", message);

/**
 * The one file of a multipart body; PAYLOAD_TOO_LARGE as soon as it is longer than allowed, VALIDATION_FAILED for a broken
 * body, and for a second file, which would be lost without a word. Its name may be empty.
 */
export async function uploadedFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<UploadedFile> {
  const files = request.files({ limits: { fileSize: maxBytes, files: 1 } });
  const { value: part } = await files.next().catch(refuseBroken);
  if (part?.fieldname !== "file") return wrongFile("Expected a file in the field `file`");
  // A part whose media type alone says that it is a file has none, whatever the types of the reader say.
  const filename = (part.filename as string | undefined) ?? "";
  if (unusableCharacter.test(filename)) return wrongFile(`Its name: ${unusableText}`);
  const tooLarge = () => {
    const detail = `This file is too large: at most ${maxBytes / 1024 / 1024} MB are accepted.`;
    return refuse("PAYLOAD_TOO_LARGE", { detail });
  };
  const bytes = await part
    .toBuffer()
    .catch((error: { code?: string }) =>
      error.code === "FST_REQ_FILE_TOO_LARGE" ? tooLarge() : refuseBroken(error),
    );
  // The reader looks for this with each part that comes, and none does when one of them ended just where it may.
  if (part.file.truncated) return tooLarge();
  await files.next().catch(refuseBroken);
  // A cut in the middle of a character would leave half of it.
  const name = filename.slice(0, maxNameLength).replace(/\p{Cs}$/u, "");
  return { name, bytes };
}

/** What the reader of forms has a code for is known to the one handler; the rest of its errors are about the bytes. */
function refuseBroken(error: { code?: string }): never {
  if (error.code === "FST_FILES_LIMIT") return wrongFile("Expected one file, not several");
  if (error.code?.startsWith("FST_")) throw error;
  return refuse("VALIDATION_FAILED", { detail: "The request could not be read." });
}
