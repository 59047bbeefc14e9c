import { expect, test } from "vitest";
import { zipSync } from "fflate";
import { sampleCamt, sellerIban, type Sample, type SampleEntry } from "./camt.fixtures.ts";
import { readBankFile } from "./bankFile.ts";
import { statementFiles } from "./unpack.ts";

/** Reads a file; throws why nothing of it can be used, as imports do. */
function readCamt(bytes: Uint8Array) {
  const file = readBankFile(bytes);
  if (file.statements.length === 0) throw new Error(file.refused[0]!.reason);
  return file;
}
const reading = (text: string | Buffer) => () => readCamt(Buffer.from(text));
const first = (sample: Sample) => readCamt(sampleCamt(sample)).statements[0]!;

test.each(["02", "03", "04", "06", "08", "10", "13", "14"])(
  "camt.053 of version %s is read",
  (version) => {
    const statement = first({
      version,
      openingCents: -5000,
      entries: [
        {
          cents: 4_290_000,
          payer: "Halden & Fjære AS",
          iban: "NO9386011117947",
          text: "RF30 10493",
          bankReference: "B1",
        },
        { cents: -1240, text: "Fee", bankReference: "B2" },
        { cents: 700, status: "PDNG", bankReference: "B3" },
      ],
    });

    expect(statement).toMatchObject({
      kind: "camt.053",
      version,
      statementId: "STMT-6",
      account: "DE89370400440532013000",
      from: "2026-01-09",
      to: "2026-01-09",
      openingCents: -5000,
      closingCents: 4_283_760,
      inCents: 4_290_000,
      outCents: 1240,
    });
    expect(statement.entries).toMatchObject([
      {
        part: 0,
        amountCents: 4_290_000,
        bookedOn: "2026-01-09",
        payer: "Halden & Fjære AS",
        payerIban: "NO9386011117947",
        text: "RF30 10493",
        endToEndId: null,
        bankReference: "B1",
      },
      { amountCents: -1240, text: "Fee" },
    ]);
  },
);

test("camt.052 and camt.054 are read without balances", () => {
  for (const kind of ["camt.052", "camt.054"] as const) {
    const statement = first({
      kind,
      version: "04",
      entries: [{ cents: 100, bankReference: "B1" }],
    });
    expect(statement).toMatchObject({ kind, openingCents: null, closingCents: null, inCents: 100 });
  }
});

test("A structured reference, several text lines and a return reason are kept", () => {
  const { entries } = first({
    entries: [
      { cents: 100, creditorReference: "RF18 5390 0754 7034", text: "x".repeat(200) },
      { cents: -100, returnReason: "AM05", text: "RETURN" },
    ],
  });
  expect(entries[0]!.remitted).toEqual([{ reference: "RF18539007547034", cents: null }]);
  expect(entries[0]!.text).toBe(`${"x".repeat(140)} ${"x".repeat(60)}`);
  expect(entries[1]).toMatchObject({ returnReason: "AM05" });
});

test.each([
  ["true", "reversed"],
  ["1", "reversed"],
  ["false", null],
  ["0", null],
])("An entry with the reversal indicator %s has the reason %j", (mark, reason) => {
  const sample = sampleCamt({ entries: [{ cents: -100 }] }).toString();
  const marked = sample.replace("<Sts>", `<RvslInd>${mark}</RvslInd>$&`);
  expect(readCamt(Buffer.from(marked)).statements[0]!.entries).toMatchObject([
    { returnReason: reason },
  ]);
});

test("A collective entry is split into its payments if they add up to its amount", () => {
  const parts = [
    { cents: 600, payer: "One", bankReference: "P1" },
    { cents: 400, payer: "Two", bankReference: "P2" },
  ];
  const split = first({ entries: [{ cents: 1000, bankReference: "C1", parts }] });
  expect(split.entries.map(({ part, amountCents, payer }) => [part, amountCents, payer])).toEqual([
    [1, 600, "One"],
    [2, 400, "Two"],
  ]);
  const other = first({ entries: [{ cents: 1001, bankReference: "C1", parts }] });
  expect(other.entries).toMatchObject([{ part: 0, amountCents: 1001 }]);
});

test("A collective entry with a part in another currency is not split, and the rest of its file is read", () => {
  const parts = [
    { cents: 600, bankReference: "P1" },
    { cents: 437, bankReference: "P2" },
  ];
  const entries = [{ cents: 1037, bankReference: "C1", parts }, { cents: 500 }];
  const inDollars = String(sampleCamt({ entries })).replace(
    '<Amt Ccy="EUR">4.37</Amt>',
    '<Amt Ccy="USD">4.37</Amt>',
  );
  expect(inDollars).toContain("USD");
  expect(readCamt(Buffer.from(inDollars)).statements[0]!.entries).toMatchObject([
    { part: 0, amountCents: 1037 },
    { part: 0, amountCents: 500 },
  ]);
});

/** Reads a sample after replacing parts of its text, as files of other banks differ. */
function changed(sample: Sample, ...replacements: readonly (readonly [string | RegExp, string])[]) {
  let text = String(sampleCamt(sample));
  for (const [from, to] of replacements) {
    const before = text;
    text = text.replaceAll(from, to);
    expect(text).not.toBe(before);
  }
  return readCamt(Buffer.from(text));
}

test("Amounts and numbers padded with zeros are read, and amounts without leading zero", () => {
  const sample = { number: 34, entries: [{ cents: 9992 }, { cents: -50 }] };
  const { statements } = changed(
    sample,
    [">99.92<", ">000000000000099.92<"],
    [">0.50<", ">.50<"],
    [">34<", ">000000000000000034<"],
  );
  expect(statements).toMatchObject([
    { number: 34, entries: [{ amountCents: 9992 }, { amountCents: -50 }] },
  ]);
  for (const wrong of ["", ".", "1.2.3", "12345678901234", "-1.00"]) {
    expect(() => changed(sample, [">99.92<", `>${wrong}<`])).toThrow(/no amount/);
  }
});

test("The namespace of Austrian banks is read", () => {
  const { statements } = changed({ version: "02", entries: [{ cents: 5 }] }, [
    "urn:iso:std:iso:20022:tech:xsd:camt.053.001.02",
    "ISO:camt.053.001.02:APC:STUZZA:payments:003",
  ]);
  expect(statements).toMatchObject([{ kind: "camt.053", version: "02", inCents: 5 }]);
});

test("A statement in another currency or that does not add up does not affect others in its file", () => {
  const statement = (sample: Partial<Sample>) =>
    /<Stmt>[^]*<\/Stmt>/.exec(String(sampleCamt({ entries: [{ cents: 5 }], ...sample })))![0];
  const dollars = statement({ statementId: "USD-1" }).replaceAll("EUR", "USD");
  // Its account does not give its currency.
  const francs = statement({ statementId: "CHF-1" })
    .replace("<Ccy>EUR</Ccy>", "")
    .replaceAll("EUR", "CHF");
  const wrong = statement({ statementId: "WRONG-1", closingCents: 1 });
  const whole = String(sampleCamt({ entries: [{ cents: 7 }] }));
  const file = whole.replace("<Stmt>", `${dollars}${francs}${wrong}<Stmt>`);
  const { statements, refused } = readCamt(Buffer.from(file));
  expect(statements).toMatchObject([{ statementId: "STMT-6", entries: [{ amountCents: 7 }] }]);
  expect(refused).toEqual(
    [
      "Statement USD-1 is in USD: only euros are accepted.",
      "An amount is in CHF: only euros are accepted.",
      expect.stringMatching(/^Statement WRONG-1 does not add up/),
    ].map((reason) => ({ account: sellerIban, reason })),
  );
});

test("A text is not cut within a character", () => {
  const [entry] = first({ entries: [{ cents: 5 }] }).entries;
  expect(entry!.text).toBe("");
  const { statements } = changed({ entries: [{ cents: 5, text: "x" }] }, [
    ">x<",
    `>${"x".repeat(1999)}😀<`,
  ]);
  expect(statements[0]!.entries[0]!.text).toBe("x".repeat(1999));
});

test("A statement that opens with the balance of the day before begins on its own day", () => {
  const opensBefore = [/OPBD(.*?)2026-01-09/g, "PRCD$12026-01-08"] as const;
  for (const entries of [[{ cents: 5 }], []]) {
    const { statements } = changed({ entries }, opensBefore);
    expect(statements).toMatchObject([{ from: "2026-01-09", to: "2026-01-09" }]);
  }
});

test("A report with one interim balance does not open with it", () => {
  const balance = (cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>ITBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${cents / 100}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-09</Dt></Dt></Bal>`;
  const report = { kind: "camt.052" as const, entries: [{ cents: 7200 }] };
  const given = (balances: string) => changed(report, ["</Acct>", `</Acct>${balances}`]);
  expect(given(balance(17_200)).statements).toMatchObject([
    { openingCents: null, closingCents: 17_200 },
  ]);
  expect(given(balance(10_000) + balance(17_200)).statements).toMatchObject([
    { openingCents: 10_000, closingCents: 17_200 },
  ]);
  const booked = balance(10_000).replace("ITBD", "OPBD");
  expect(given(booked + balance(17_200)).statements).toMatchObject([
    { openingCents: 10_000, closingCents: 17_200 },
  ]);
});

test.each([
  ["A returned payment", -100],
  ["A returned refund", 100],
])("%s names the other party, though its parties are not swapped", (_what, cents) => {
  const [theirs, ours] = cents < 0 ? ["Dbtr", "Cdtr"] : ["Cdtr", "Dbtr"];
  const party = (side: string, name: string, iban: string) =>
    `<${side}><Pty><Nm>${name}</Nm></Pty></${side}><${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>`;
  const parties =
    party(ours!, "Seller GmbH", sellerIban) + party(theirs!, "Payer AG", "NL91ABNA0417164300");
  const { statements } = changed({ entries: [{ cents, returnReason: "AC04" }] }, [
    /<RltdPties>.*<\/RltdPties>/g,
    `<RltdPties>${parties}</RltdPties>`,
  ]);
  const entry = { payer: "Payer AG", payerIban: "NL91ABNA0417164300", returnReason: "AC04" };
  expect(statements[0]!.entries).toMatchObject([entry]);
});

test("A payer that is a bank is named", () => {
  const { statements } = changed({ entries: [{ cents: 100 }] }, [
    "<Pty><Nm>Somebody</Nm></Pty>",
    "<Agt><FinInstnId><BICFI>COBADEFFXXX</BICFI><Nm>Bank AG</Nm></FinInstnId></Agt>",
  ]);
  expect(statements[0]!.entries).toMatchObject([{ payer: "Bank AG" }]);
});

test("A collective entry that is not split names all its payers, and an account only if it is everyone's", () => {
  const one = { cents: 600, payer: "One", iban: "NL91ABNA0417164300" };
  const two = { cents: 400, payer: "Two", iban: "DE02120300000000202051" };
  // The bank has kept its charges.
  const read = (...parts: SampleEntry[]) => first({ entries: [{ cents: 990, parts }] }).entries;
  expect(read(one, two, one)).toMatchObject([{ payer: "One, Two", payerIban: "" }]);
  expect(read(one, one)).toMatchObject([{ payer: "One", payerIban: one.iban }]);
});

test("A collective entry is split by the instructed amounts if its bank gives no others", () => {
  const parts = [{ cents: 600 }, { cents: 400 }];
  const { statements } = changed({ version: "02", entries: [{ cents: 1000, parts }] }, [
    /(<\/Refs>)(<Amt .*?<\/Amt>)<CdtDbtInd>CRDT<\/CdtDbtInd>/g,
    "$1<AmtDtls><InstdAmt>$2</InstdAmt></AmtDtls>",
  ]);
  expect(statements[0]!.entries.map(({ amountCents }) => amountCents)).toEqual([600, 400]);
});

test("A payment has the same key in every message, and identical ones without a reference have different keys", () => {
  const referred = { cents: 100, bankReference: "B1" };
  const announced = first({ kind: "camt.052", statementId: "R-1", entries: [referred] });
  const stated = first({ statementId: "S-1", entries: [referred] });
  expect(announced.entries[0]!.key).toBe(stated.entries[0]!.key);
  const { entries } = first({ entries: [{ cents: 100 }, { cents: 100 }] });
  expect(entries[0]!.key).not.toBe(entries[1]!.key);
});

test.each([
  ["no XML", "Date;Amount\n1;2", /This is not readable XML .*\. Ask the bank for camt\.053 as XML/],
  ["nothing", "", /This is not readable XML .*\. Ask the bank/],
  ["XML that is not closed", "<Document><a></Document>", /This is not readable XML/],
  [
    "another document",
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>`,
    /not a readable camt file/,
  ],
  ["version 01", sampleCamt({ version: "01", entries: [] }), /not a readable camt file/],
  ["version 15", sampleCamt({ version: "15", entries: [] }), /versions 02 to 14/],
  [
    "an envelope without a message",
    `<BizMsgEnvlp xmlns="urn:iso:std:iso:20022:tech:xsd:nvlp.001.001.01"><Hdr/><Doc/></BizMsgEnvlp>`,
    /not a readable camt file/,
  ],
  [
    "a payment in an envelope",
    `<RequestPayload><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"/></RequestPayload>`,
    /not a readable camt file/,
  ],
  [
    "an entity",
    String(sampleCamt({ entries: [] })).replace(
      "<Document",
      '<!DOCTYPE d [<!ENTITY x "y">]><Document',
    ),
    /document type/,
  ],
  [
    "an unknown entity",
    String(sampleCamt({ entries: [] })).replace("STMT-6", "&x;"),
    /not readable XML/,
  ],
  [
    "a wrong sum",
    sampleCamt({ closingCents: 1, entries: [{ cents: 5 }] }),
    /does not add up: €1,000.00 .* €1,000.05, but it closes with €0.01/,
  ],
  [
    "dollars",
    String(sampleCamt({ entries: [{ cents: 5 }] })).replaceAll('"EUR"', '"USD"'),
    /in USD/,
  ],
  [
    "a day that is none",
    String(sampleCamt({ entries: [{ cents: 5, day: "2026-02-30" }] })),
    /not a date/,
  ],
  [
    "a day of the year 0",
    String(sampleCamt({ entries: [{ cents: 5, day: "0000-02-28" }] })),
    /“0000-02-28” is not a date from 1900 on/,
  ],
  [
    "a third decimal",
    String(sampleCamt({ entries: [] })).replace("1000.00", "1000.001"),
    /no amount/,
  ],
  [
    "more than a payment can be",
    String(sampleCamt({ entries: [] })).replaceAll("1000.00", "100000000000.01"),
    /too large/,
  ],
  ["no balance", String(sampleCamt({ entries: [] })).replace("OPBD", "XXXX"), /lacks its opening/],
])("%s is refused", (_what, content, message) => {
  expect(reading(content)).toThrow(message);
});

test("Statements in ISO 8859-1 and UTF-16 are read", () => {
  const text = String(sampleCamt({ entries: [{ cents: 5, payer: "Fjære" }] }));
  const latin = Buffer.from(text.replace("UTF-8", "ISO-8859-1"), "latin1");
  const wide = Buffer.from(`\uFEFF${text.replace("UTF-8", "UTF-16")}`, "utf16le");
  for (const bytes of [latin, wide])
    expect(readCamt(bytes).statements[0]!.entries[0]!.payer).toBe("Fjære");
});

test("Payers' text cannot change the writing direction, and files in a zip have readable names", async () => {
  const entry = { cents: 5, payer: "\u202EGmbH\u{1FFFE} Fjære", text: "RF18\u2066 5390" };
  const bytes = sampleCamt({ statementId: "S-\u202E6", entries: [entry] });
  const [{ statementId, entries } = first({ entries: [] })] = readCamt(bytes).statements;
  expect(statementId).toBe("S-6");
  expect(entries[0]).toMatchObject({ payer: "GmbH Fjære", text: "RF18 5390" });
  const cut = `😀${"x".repeat(199)}`;
  const zip = zipSync({ "a\u0000\u202Eb.xml": bytes, [cut]: bytes });
  const files = await statementFiles({ name: "s.zip", bytes: zip });
  expect(files.map(({ name }) => name)).toEqual(["ab.xml", "x".repeat(199)]);
});

test("A zip yields its files, and one that is too large is refused", async () => {
  const given = (bytes: Uint8Array) => statementFiles({ name: "s.zip", bytes });
  const file = sampleCamt({ entries: [] });
  const zip = zipSync({ "a.xml": file, "more/b.xml": file, "__MACOSX/._a.xml": file });
  const names = (await given(zip)).map(({ name }) => name);
  expect(names).toEqual(["a.xml", "more/b.xml"]);
  const many = Object.fromEntries(
    Array.from({ length: 501 }, (_, index) => [`${index}.xml`, file]),
  );
  await expect(given(zipSync(many))).rejects.toThrow(/too large/);
  const big = zipSync({ "a.xml": [Buffer.alloc(101 * 1024 * 1024), { level: 0 }] });
  await expect(given(big)).rejects.toThrow(/too large/);
  await expect(given(zip.subarray(0, 60))).rejects.toThrow(/unpacked/);
});
