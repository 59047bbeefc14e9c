import { expect, test } from "vitest";
import { painErrors } from "./pain.fixtures.ts";
import { painXml } from "./pain.ts";

const file = {
  messageId: "REFUNDS-7",
  madeAt: new Date("2026-01-09T10:00:00Z"),
  on: "2026-01-09",
  debtor: {
    name: "Seller GmbH",
    street: "Lindenstraße 12",
    postalCode: "10969",
    city: "Berlin",
    countryCode: "DE",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
  },
  transfers: [
    {
      endToEndId: "REFUND-1",
      cents: 123_450,
      name: "Brennvik & Søn \u201cÖl\u201d <AG> Straße",
      iban: "DE02120300000000202051",
      text: "Paid too much, order 10466",
    },
    {
      endToEndId: "REFUND-2",
      cents: 5,
      name: "ООО",
      iban: "NL91ABNA0417164300",
      text: "x".repeat(200),
    },
  ],
};

test("A file is valid by its schema, with sums and text that every bank accepts", async () => {
  const xml = painXml(file);
  expect(await painErrors(xml)).toEqual([]);
  expect(xml.match(/<CtrlSum>1234.55</g)).toHaveLength(2);
  expect(xml.match(/<NbOfTxs>2</g)).toHaveLength(2);
  expect(xml).toContain('<InstdAmt Ccy="EUR">0.05</InstdAmt>');
  expect(xml).toContain("<DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt>");
  expect(xml).toContain(
    "<PstlAdr><StrtNm>Lindenstrasse 12</StrtNm><PstCd>10969</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr>",
  );
  expect(xml).toContain("<PmtInfId>REFUNDS-7</PmtInfId>");
  expect(xml).toContain("<Nm>Brennvik + Son Ol AG Strasse</Nm>");
  expect(xml).toContain(`<Ustrd>${"x".repeat(140)}</Ustrd>`);
});

test("A bank without a BIC is given as NOTPROVIDED, and the schema detects an invalid file", async () => {
  const xml = painXml({ ...file, debtor: { ...file.debtor, bic: "" } });
  expect(await painErrors(xml)).toEqual([]);
  expect(await painErrors(xml.replace("<ChrgBr>SLEV</ChrgBr>", ""))).not.toEqual([]);
});

test.each([
  ["Đorđe Œuvre Þór", "Dorde OEuvre THor"],
  ["Smith’s – Łódź", "Smith's - Lodz"],
  ["Αθηνά Παπαδόπουλος Ϋ", "Athina Papadopoylos Y"],
  ["Щерьо Йовчев", "SHTeryo Yovchev"],
  ["中文", "."],
])("%s is written as %s", (name, written) => {
  const transfers = [{ ...file.transfers[0]!, name }];
  expect(painXml({ ...file, transfers })).toContain(`<Cdtr><Nm>${written}</Nm></Cdtr>`);
});
