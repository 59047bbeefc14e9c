import { expect, test } from "vitest";
import { readBankFile } from "./bankFile.ts";
import { sampleCamt } from "./camt.fixtures.ts";

const header = `<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>B-1</BizMsgIdr><MsgDefIdr>camt.053.001.08</MsgDefIdr></AppHdr>`;

test.each([
  [
    "ISO 20022",
    `<env:BizMsgEnvlp xmlns:env="urn:iso:std:iso:20022:tech:xsd:nvlp.001.001.01"><env:Hdr>${header}</env:Hdr><env:Doc>`,
    "</env:Doc></env:BizMsgEnvlp>",
  ],
  ["SWIFT", `<BusMsgEnvlp xmlns="urn:swift:xsd:envelope">${header}`, "</BusMsgEnvlp>"],
  ["a network", `<RequestPayload>${header}`, "</RequestPayload>"],
  [
    "Alliance Access",
    `<Saa:DataPDU xmlns:Saa="urn:swift:saa:xsd:saa.2.0"><Saa:Revision>2.0.10</Saa:Revision><Saa:Header/><Saa:Body>${header}`,
    "</Saa:Body></Saa:DataPDU>",
  ],
])("A statement in an envelope of %s is read like one without", (_whose, before, after) => {
  const sample = sampleCamt({
    entries: [{ cents: 7200, bankReference: "B1", text: "RF30 10493" }],
  });
  const [, declaration, message] = /^(<\?xml.*?\?>)\s*([^]*)$/.exec(String(sample))!;
  const wrapped = readBankFile(Buffer.from(`${declaration}${before}${message}${after}`));
  expect(wrapped).toEqual(readBankFile(sample));
  expect(wrapped.statements).toMatchObject([{ statementId: "STMT-6", inCents: 7200 }]);
});

test("A document within a statement's supplementary data is none of the bank's messages", () => {
  const more = `<SplmtryData><Envlp><Document xmlns="urn:bank:supl">x</Document></Envlp></SplmtryData>`;
  const sample = String(sampleCamt({ entries: [{ cents: 5 }] }));
  const { statements } = readBankFile(Buffer.from(sample.replace("</BkToCstmrStmt>", `${more}$&`)));
  expect(statements).toMatchObject([{ inCents: 5 }]);
});

test.each([
  ["08", `<RmtdAmt Ccy="EUR">4.00</RmtdAmt>`, 400],
  ["14", `<RmtAmtAndTp><Tp><Cd>RMTD</Cd></Tp><Amt Ccy="EUR">4.00</Amt></RmtAmtAndTp>`, 400],
  [
    "14",
    `<RmtAmtAndTp><Amt Ccy="EUR">4.00</Amt></RmtAmtAndTp><RmtAmtAndTp><Amt Ccy="EUR">5.00</Amt></RmtAmtAndTp>`,
    null,
  ],
])("In version %s, the amount for a reference is read from %s", (version, amount, cents) => {
  const entry = { cents: 400, creditorReference: "RF18539007547034" };
  const sample = String(sampleCamt({ version, entries: [entry] }));
  const given = sample.replace("<Strd>", `$&<RfrdDocAmt>${amount}</RfrdDocAmt>`);
  const { statements } = readBankFile(Buffer.from(given));
  expect(statements[0]!.entries[0]!.remitted).toEqual([{ reference: "RF18539007547034", cents }]);
});
