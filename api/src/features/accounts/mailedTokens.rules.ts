/** Returns why a mailed token is not valid; undefined if it is. A used token is treated like an unknown one. */
export function tokenRefusal(
  token: { usedAt: Date | null; expired: boolean } | undefined,
): "INVALID_TOKEN" | "TOKEN_EXPIRED" | undefined {
  if (!token || token.usedAt) return "INVALID_TOKEN";
  return token.expired ? "TOKEN_EXPIRED" : undefined;
}
