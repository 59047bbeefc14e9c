/** Reuse of a refresh token within this time comes from another tab of the same browser, not from a thief. */
export const refreshGraceMs = 10_000;
export const authTokenSeconds = 15 * 60;
export const refreshTokenSeconds = 30 * 24 * 60 * 60;
/** A session ends after this however often it is refreshed: a stolen token must not work for ever. */
export const sessionDays = 90;

export type Rotation = "rotate" | "repeat" | "endFamily" | "refuse";

/**
 * Decides what to do with a refresh token of `generation`. The latest generation is rotated; the previous one is repeated
 * within the grace period for two tabs; an older one was stolen, and ends the family.
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
  /** Created with a publicly known password, even if name and password have changed since. */
  demonstration: boolean;
}

/** Whether an account is locked out: it is blocked, or is a demonstration account on a server that does not allow these. */
export function isLockedOut(user: Standing, allowsDemonstration: boolean): boolean {
  return user.blocked || (user.demonstration && !allowsDemonstration);
}

/** Returns why an account with the right password may not log in; undefined if it may. */
export function loginRefusal(
  user: Standing & { verifiedAt: Date | null },
  allowsDemonstration: boolean,
): "BLOCKED" | "UNVERIFIED" | undefined {
  if (isLockedOut(user, allowsDemonstration)) return "BLOCKED";
  if (!user.verifiedAt) return "UNVERIFIED";
  return undefined;
}
