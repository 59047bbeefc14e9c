import { expect, test } from "vitest";
import { personName } from "./accounts.ts";

test.each([
  "visit evil.example",
  "evil.example",
  "https://evil",
  "www.evil",
  "a@evil",
  "evil。example",
  "xn--vil-5ma",
  "1.2.3.4",
  "Ida\\evil",
])("the name %s is refused as an address", (name) => {
  expect(personName.safeParse(name).error?.issues[0]?.message).toBe(
    "Enter a name without web or mail addresses",
  );
});

test.each([
  "Ida",
  "J. R. R.",
  "J.R.",
  "St. John",
  "Jean-Luc",
  "O'Neill",
  "Martin Luther jr.",
  "李",
])("the name %s is taken", (name) => expect(personName.parse(name)).toBe(name));
