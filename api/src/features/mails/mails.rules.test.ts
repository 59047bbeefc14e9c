import { permissions } from "@tonneline/contract/people";
import { expect, test } from "vitest";
import { showsLinks } from "./mails.rules.ts";

test("links are shown where no mail leaves, to whoever may do everything", () => {
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
