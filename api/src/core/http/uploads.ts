import type { Endpoint } from "@tonneline/contract/endpoint";
import type { FastifyReply } from "fastify";
import { refuse } from "../errors.ts";

// Two: somebody who adds images to a project may send a document meanwhile.
const atOnce = 2;

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
