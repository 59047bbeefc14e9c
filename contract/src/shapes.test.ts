import { describe, expect, test } from "vitest";
import { maxEuros } from "./ceilings.ts";
import { updateCompanyRecord } from "./companies.ts";
import { iban } from "./settings.ts";
import {
  email,
  enteredDay,
  day,
  instant,
  listQuery,
  pricePerTonne,
  searchText,
  positiveMoney,
  textEuros,
  typedLines,
  typedText,
  webAddress,
} from "./shapes.ts";

test("texts that look the same are equal: decomposed letters, other blanks and invisible characters are normalized", () => {
  for (const pasted of [
    "A\u0308cme Wa\u0308lder",
    "Äcme\u00A0Wälder",
    "Äcme  Wälder",
    "Äcme\t Wälder\t",
    "Äcme\u2028Wälder\u2029",
    "\uFEFFÄcme Wäl\u200Bder",
  ])
    expect(typedText(3, 20).parse(pasted)).toBe("Äcme Wälder");
  expect(typedLines(3, 80).parse("A\u0308cme\u200B:\n  two  blanks")).toBe("Äcme:\n  two  blanks");
  // ZWNJ is kept: it decides which letters join.
  expect(typedText(3, 20).parse("می\u200Cخواهم")).toBe("می\u200Cخواهم");
});

test("invisible direction marks in pasted text are removed before its length is checked", () => {
  expect(typedText(3, 8).parse("\u200E Brennvik\u200F\u061C ")).toBe("Brennvik");
  expect(typedLines(1, 9).parse("\u200FFor\n2025\u200E")).toBe("For\n2025");
  for (const marks of ["\u200E\u200F\u200E", "Brenn\u202Evik", "Brenn\u2066vik"])
    expect(typedText(3, 20).safeParse(marks).success).toBe(false);
});

test("a single line takes every character of the first 256 except the control characters but the tab", () => {
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  for (const each of characters) {
    expect(typedText(3, 3).safeParse(`a${each}b`).success).toBe(
      each === "\t" || !/\p{Cc}/u.test(each),
    );
  }
});

test("an amount in a query string may be as large as in a body", () => {
  expect(textEuros.parse(String(maxEuros))).toBe(maxEuros);
  expect(textEuros.safeParse(String(maxEuros + 1)).success).toBe(false);
  expect(textEuros.safeParse("1137.505").success).toBe(false);
});

test.each([
  "http://registry.example/1",
  "javascript:alert(1)",
  "registry.example",
  "https:registry.example",
  "https://registry",
  "https://registry.example.",
  "https://registry.verra.org@evil.example/1",
  "https://:secret@registry.example",
  "https://localhost/1",
  "https://app.localhost",
  "https://printer.local",
  "https://vault.corp.internal",
  "https://router.home.arpa",
  "https://127.0.0.1/",
  "https://10.1.2.3:8443/",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://[::1]/",
  "https://[fe80::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://regis\ttry.example/",
  "https://registry.example\\@evil.example",
])("the address %j is refused", (address) => {
  expect(webAddress.safeParse(address).error?.issues[0]?.message).toBe(
    "Enter an address that begins with https://, of a public site and without a user name",
  );
});

test.each([
  "https://registry.verra.org/app/projectDetail/VCS/3005?a=b@c#d",
  "HTTPS://Registry.Example:8443",
  "https://www.local.example/internal",
  "https://münchen.example/ä",
])("the address %j is accepted", (address) =>
  expect(webAddress.parse(` ${address} `)).toBe(address),
);

test("addresses are read without invisible characters that were pasted along", () => {
  for (const pasted of [
    "ilse@brennvik.example\u200b",
    "\u202a Ilse@Brennvik.example\u202c",
    "ｉｌｓｅ＠brennvik.example",
  ])
    expect(email.parse(pasted)).toBe("ilse@brennvik.example");
  expect(email.safeParse("ilse brandt@brennvik.example").success).toBe(false);
  expect(webAddress.parse("\u200ehttps://registry.verra.org/1\u200b\n")).toBe(
    "https://registry.verra.org/1",
  );
});

test.each([
  "DE89 3704 0044 0532 0130 00",
  "de89\u00a03704\u00a00044053201300\u200b0\n",
  "ＤＥ８９３７０４００４４０５３２０１３０００",
])("the IBAN %j is read", (pasted) => expect(iban.parse(pasted)).toBe("DE89370400440532013000"));

test.each(["0000-01-01", "0026-11-26", "1899-12-31"])("the day %s is refused", (text) => {
  const message = (schema: typeof day) => schema.safeParse(text).error?.issues[0]?.message;
  expect(message(day)).toBe("Enter a day from 1900 on");
  expect(message(enteredDay("Enter the day of publication"))).toBe(
    "Enter the day of publication, from 1900 on",
  );
  expect(instant.safeParse(`${text}T12:00:00Z`).error?.issues[0]?.message).toBe(
    "Enter a point in time from 1900 on",
  );
});

test.each([
  [day, "12.01.2026", "Enter a day, such as 2026-01-12"],
  [day, "2026-02-30", "Enter a day, such as 2026-01-12"],
  [instant, "2026-01-12", "Enter a point in time, such as 2026-01-12T09:30:00Z"],
  [instant, "2026-01-12T09:30:00", "Enter a point in time, such as 2026-01-12T09:30:00Z"],
])("a day or point in time in another format is refused with an example", (schema, text, said) => {
  expect(schema.safeParse(text).error?.issues[0]?.message).toBe(said);
});

test("the first day of 1900 is accepted, and a point in time if it is 1900 in UTC", () => {
  expect(day.parse("1900-01-01")).toBe("1900-01-01");
  expect(instant.safeParse("1900-01-01T00:00:00Z").success).toBe(true);
  expect(instant.safeParse("1900-01-01T00:00:00+01:00").success).toBe(false);
});

test.each([
  ["\u200eVCS1764\u202c ", "VCS1764"],
  ["Kwale\u2066 mangroves\u2069", "Kwale mangroves"],
])("a search ignores invisible marks in pasted text: %j", (pasted, words) => {
  expect(searchText.parse(pasted)).toBe(words);
});

test("a search refuses characters that no text contains", () => {
  expect(searchText.safeParse("a\0b").success).toBe(false);
});

describe("A list is sorted", () => {
  const read = (sort: unknown) => listQuery(["name", "createdAt"], {}).safeParse({ sort });

  test("by one field or by two, ascending by default", () => {
    expect(read("name").data?.sort).toEqual([{ field: "name", direction: "asc" }]);
    expect(read(["createdAt,desc", "name"]).data?.sort).toEqual([
      { field: "createdAt", direction: "desc" },
      { field: "name", direction: "asc" },
    ]);
    expect(read(undefined).data?.sort).toEqual([]);
  });

  test.each(["age", "name,up", "name,asc,createdAt", ""])(
    "not by %j, and the refusal lists the allowed fields",
    (sort) =>
      expect(read(sort).error?.issues.map(({ message }) => message)).toEqual([
        "Expected one of name, createdAt, alone or followed by ,asc or ,desc",
      ]),
  );

  test("not twice by the same field", () => {
    expect(read(["name", "name,desc"]).error?.issues[0]?.message).toBe("Expected different fields");
  });
});

test("an amount that is too small has a single error", () => {
  const { creditLimit } = updateCompanyRecord.body.shape;
  for (const amount of [pricePerTonne, positiveMoney("Enter a sum"), creditLimit])
    expect(amount.safeParse(-1).error?.issues).toHaveLength(1);
  expect(pricePerTonne.safeParse(0).success).toBe(false);
  expect(creditLimit.parse(0)).toBe(0);
});

test.each([
  ["a day", day],
  ["a day that is asked for", enteredDay("Enter the day of the payment")],
  ["a point in time", instant],
])("%s that is none is told once, and no more of it", (_name, schema) => {
  for (const typed of ["abc", "2026-02-30", ""])
    expect(schema.safeParse(typed).error?.issues).toHaveLength(1);
});
