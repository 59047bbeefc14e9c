/** Returns a pattern that matches one of these codes, or several separated by commas, in a URL. */
export function codeListPattern(codes: readonly string[]): RegExp {
  const one = `(?:${codes.join("|")})`;
  return new RegExp(`^${one}(?:,${one})*$`);
}
