import { expect, test } from "vitest";
import { personName, phone } from "./accounts.ts";

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
    "Enter a name without web or email addresses",
  );
});

test.each(["", " ", "a\u0001b", "a".repeat(101)])("%j is not a name", (name) =>
  expect(personName.safeParse(name).success).toBe(false),
);

test.each([
  "Ida",
  "J. R. R.",
  "J.R.",
  "St. John",
  "Jean-Luc",
  "O'Neill",
  "Martin Luther jr.",
  "李",
])("the name %s is accepted", (name) => expect(personName.parse(name)).toBe(name));

test.each(["+49 30 1234567", "(555) 123-4567", "+(49) 30 1234567", "030/1234567"])(
  "the phone number %s is accepted",
  (number) => expect(phone.parse(number)).toBe(number),
);

test.each(["(", "((555) 123-4567", "call me", "12"])(
  "the phone number %s is refused with an example",
  (number) => {
    expect(phone.safeParse(number).error?.issues[0]?.message).toBe(
      "Enter a phone number such as +49 30 1234567 or (555) 123-4567",
    );
  },
);

test("a phone number is kept without the blanks around it", () => {
  expect(phone.parse(" +49 30 1234567\t")).toBe("+49 30 1234567");
});
