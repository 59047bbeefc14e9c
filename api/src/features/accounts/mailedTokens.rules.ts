/** Why a mailed token does not work; undefined when it does. A used one is worth as little as an invented one. */
export function tokenRefusal(
  token: { usedAt: Date | null; expired: boolean } | undefined,
): "INVALID_TOKEN" | "TOKEN_EXPIRED" | undefined {
  if (!token || token.usedAt) return "INVALID_TOKEN";
  return token.expired ? "TOKEN_EXPIRED" : undefined;
}
