import { expect, test } from "vitest";
import { browserOf, coarseAddress } from "./sessions.rules.ts";

test.each([
  ["", null],
  ["curl/8.5.0", null],
  ["\u0000\u0001", null],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["<b>Anything</b>/1.0", null],
])("a browser with the user agent %j is stored as %s", (userAgent, browser) => {
  expect(browserOf(userAgent)).toBe(browser);
});

test.each([
  ["203.0.113.77", "203.0.113.x"],
  ["::ffff:203.0.113.77", "203.0.113.x"],
  ["2001:DB8:aa:bb::1", "2001:db8:aa::"],
  ["::1", "::"],
])("the address %s is stored as %s", (ip, kept) => {
  expect(coarseAddress(ip)).toBe(kept);
});
