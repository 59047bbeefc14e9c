import { permissions } from "@tonneline/contract/people";
import { expect, test } from "vitest";
import { showsLinks } from "./mails.rules.ts";

test("links are shown to readers with all permissions if no mail leaves", () => {
  expect(showsLinks(false, permissions)).toBe(true);
  expect(showsLinks(true, permissions)).toBe(false);
});

test.each(permissions)("links are not shown without %s", (missing) => {
  expect(
    showsLinks(
      false,
      permissions.filter((each) => each !== missing),
    ),
  ).toBe(false);
});
