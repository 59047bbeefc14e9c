/** A second use of a refresh token within this time is another tab of the same browser, not a thief. */
export const refreshGraceMs = 10_000;
export const authTokenSeconds = 15 * 60;
export const refreshTokenSeconds = 30 * 24 * 60 * 60;
/** However often it is refreshed, a session ends after this: a token stolen once must not serve for ever. */
export const sessionDays = 90;

export type Rotation = "rotate" | "repeat" | "endFamily" | "refuse";

/**
 * What a refresh token of `generation` is worth against its session. The newest generation rotates; the one before
 * it is repeated within the grace of two tabs; anything older was stolen, and ends the family.
 */
export function rotationOf(
  session: { generation: number; rotatedAt: Date; endedAt: Date | null; expiresAt: Date },
  generation: number,
  now: Date,
): Rotation {
  if (session.endedAt || session.expiresAt <= now) return "refuse";
  if (generation === session.generation) return "rotate";
  const inGrace = now.getTime() - session.rotatedAt.getTime() <= refreshGraceMs;
  if (generation === session.generation - 1 && inGrace) return "repeat";
  return "endFamily";
}

interface Standing {
  blocked: boolean;
  /** Made with a password that everybody knows, whatever became of name and password since. */
  demonstration: boolean;
}

/** Whether an account is kept out: it is blocked, or for a demonstration on a server that is none. */
export function isBarred(user: Standing, letDemonstrationIn: boolean): boolean {
  return user.blocked || (user.demonstration && !letDemonstrationIn);
}

/** Why an account with the right password may still not log in; undefined when it may. */
export function loginRefusal(
  user: Standing & { verifiedAt: Date | null },
  letDemonstrationIn: boolean,
): "BLOCKED" | "UNVERIFIED" | undefined {
  if (isBarred(user, letDemonstrationIn)) return "BLOCKED";
  if (!user.verifiedAt) return "UNVERIFIED";
  return undefined;
}
