/** What an address may choose of these codes: one, or several with commas between them. */
export function someOf(codes: readonly string[]): RegExp {
  const one = `(?:${codes.join("|")})`;
  return new RegExp(`^${one}(?:,${one})*$`);
}
