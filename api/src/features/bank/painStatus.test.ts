import { expect, test } from "vitest";
import { readBankFile } from "./bankFile.ts";
import { sampleReport } from "./pain.fixtures.ts";

const read = (report: Parameters<typeof sampleReport>[0]) =>
  readBankFile(sampleReport(report)).reports[0]!;
const messageId = "REFUNDS-3";

test.each(["001.03", "001.10", "001.14", "003.03"])("pain.002.%s is read", (version) => {
  const group = { status: "RJCT", code: "AM04" };
  expect(read({ messageId, version, group })).toEqual({
    messageId,
    fileReason: "AM04, not enough money in our account",
    refused: [],
  });
});

test.each([
  [
    "a code and a text",
    { code: "MS03", more: "Call us" },
    "MS03, no reason given by the bank: Call us",
  ],
  ["a code without a known meaning", { code: "ZZ99" }, "ZZ99"],
  ["a text", { more: "Limit exceeded" }, "Limit exceeded"],
  ["no reason", {}, "no reason given"],
])("A refused file with %s", (_what, reason, expected) => {
  expect(read({ messageId, group: { status: "RJCT", ...reason } }).fileReason).toBe(expected);
  expect(read({ messageId, block: { status: "RJCT", ...reason } }).fileReason).toBe(expected);
});

test("Single transfers are refused for their own reason, else for that of the file", () => {
  const transfers = [
    { endToEndId: "REFUND-1", status: "RJCT", code: "AC04" },
    { endToEndId: "REFUND-2", status: "ACSC" },
    { endToEndId: "REFUND-3", status: "RJCT" },
  ];
  expect(read({ messageId, group: { status: "PART", code: "MD07" }, transfers })).toEqual({
    messageId,
    fileReason: null,
    refused: [
      { endToEndId: "REFUND-1", reason: "AC04, account closed" },
      { endToEndId: "REFUND-3", reason: "MD07, account holder deceased" },
    ],
  });
});

test.each(["ACCP", "ACTC", "ACSC", "ACSP", "ACWC", "PDNG", "PART", "CANC"])(
  "A file in status %s is not refused",
  (status) => {
    expect(read({ messageId, group: { status } })).toEqual({
      messageId,
      fileReason: null,
      refused: [],
    });
  },
);

test("A report that names no file, or is of another message, is refused", () => {
  const group = { status: "RJCT" };
  expect(() => read({ messageId: "", group })).toThrow(/does not name the file/);
  expect(() => read({ messageId, group, version: "001.02" })).toThrow(/not a readable camt file/);
});
