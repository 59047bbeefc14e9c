/** Groups a payment reference or an IBAN by four characters, as ISO 11649 and ISO 13616 print them. */
export function groupInFours(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
