/**
 * A mail's text without the tokens of its links. Where mails leave the machine, their reader alone may use them: with a
 * reset link an operator could enter anybody's account.
 */
export function withoutTokens(text: string): string {
  return text.replaceAll(/([?&](?:amp;)?token=)[\w.~-]+/g, "$1…");
}
