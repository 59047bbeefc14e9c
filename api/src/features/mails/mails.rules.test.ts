import { expect, test } from "vitest";
import { withoutTokens } from "./mails.rules.ts";

test.each([
  ["https://x.example/reset?token=abc.DEF_1-2~3", "https://x.example/reset?token=…"],
  ["https://x.example/?a=1&token=abc&b=2", "https://x.example/?a=1&token=…&b=2"],
  ['<a href="/verify?a=1&amp;token=abc">', '<a href="/verify?a=1&amp;token=…">'],
  ["?token=one and ?token=two", "?token=… and ?token=…"],
  ["Your token=abc is not a link", "Your token=abc is not a link"],
])("%s is shown as %s", (text, shown) => {
  expect(withoutTokens(text)).toBe(shown);
});
