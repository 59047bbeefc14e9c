import { describe, expect, it } from "vitest";
import {
  collisions,
  hasQpdf,
  pageTexts,
  readQr,
  structure,
  structureErrors,
} from "../../../test/pdf.ts";
import type { CertificateContent } from "./certificate.content.ts";
import { makeCertificate } from "./certificate.pdf.ts";

const verifyUrl = "https://tonneline.example/certificates/TL-2026-7F3K-92PV";
const content: CertificateContent = {
  certificateNumber: "TL-2026-7F3K-92PV",
  verifyUrl,
  issuer: "Tonneline GmbH",
  quantity: 1250,
  projectId: 17,
  projectName: "Improved cookstoves in the Kakamega region",
  projectType: "Cookstoves",
  externalId: "GS11603",
  countries: ["Kenya", "Uganda"],
  registry: "Gold Standard",
  methodology: "GS TPDDTEC",
  year: 2023,
  blocks: [
    {
      serialNumberFrom: "GS1-1-KE-GS11603-16-2023-30256-110-1",
      serialNumberTo: "GS1-1-KE-GS11603-16-2023-30256-110-1250",
    },
  ],
  registryUrl: "https://registry.goldstandard.org/credit-blocks/details/309012",
  retiredOn: "2026-11-02",
  beneficiaryName: "Łódzka Spółdzielnia 上海绿色能源",
  purpose: "OWN_EMISSIONS",
  message: "Business travel by air",
  periodFrom: "2025-01-01",
  periodTo: "2025-12-31",
};
const flat = (text: string) => text.replaceAll(/\s/g, "");

describe("a certificate", () => {
  it("states exactly what was retired, where, when and for whom", async () => {
    const text = flat((await pageTexts(await makeCertificate(content))).join(""));
    for (const stated of [
      "1,250 carbon credits",
      "1,250 t CO₂e",
      content.projectName,
      "Cookstoves, Kenya, Uganda",
      "Gold Standard GS11603",
      "GS TPDDTEC",
      "2023",
      content.blocks[0]!.serialNumberFrom,
      content.blocks[0]!.serialNumberTo,
      content.registryUrl,
      "2 November 2026",
      content.beneficiaryName,
      "Own emissions",
      content.message!,
      "1 January 2025 to 31 December 2025",
      content.certificateNumber,
      verifyUrl,
    ])
      expect(text).toContain(flat(stated));
  });

  it("prints a range once if the registry writes it as one number", async () => {
    const serial = "ACR-FR-1129-2025-2917-30932 to 32181";
    const blocks = [{ serialNumberFrom: serial, serialNumberTo: serial }];
    const text = (await pageTexts(await makeCertificate({ ...content, blocks }))).join("\n");
    expect(text.split(serial)).toHaveLength(2);
    expect(text).not.toContain("Last serial number");
  });

  it.each([2, 8, 60])(
    "lists %i blocks of serial numbers, on as many pages as they need",
    async (count) => {
      const blocks = Array.from({ length: count }, (_, index) => ({
        serialNumberFrom: `${index}-101-120-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0`,
        serialNumberTo: `${index}-101-120-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-1`,
      }));
      const pdf = await makeCertificate({ ...content, blocks });
      const text = flat((await pageTexts(pdf)).join(""));
      for (const [index, { serialNumberFrom: from, serialNumberTo: to }] of blocks.entries())
        expect(text).toContain(flat(`Serial block ${index + 1}${from} – ${to}`));
      expect(await readQr(pdf, (await pageTexts(pdf)).length)).toBe(verifyUrl);
      expect(await structureErrors(pdf)).toBe("");
    },
  );

  it("claims no neutrality", async () => {
    const text = (await pageTexts(await makeCertificate(content))).join(" ");
    expect(text).not.toMatch(/neutral|offset|carbon.free|net.zero|compensat/i);
  });

  it("links to its verification page", async () => {
    expect(await readQr(await makeCertificate(content))).toBe(verifyUrl);
  });

  it(`is a sound PDF/A-3b (${hasQpdf ? "qpdf --check" : "read strictly by pdf.js: no qpdf here"})`, async () => {
    const pdf = await makeCertificate(content);
    expect(await structureErrors(pdf)).toBe("");
    expect(pdf.toString("latin1")).toMatch(/<pdfaid:part>3</);
    expect(await structure(pdf)).toEqual(expect.arrayContaining(["Document", "H1", "P", "Figure"]));
  });

  it("moves the facts to a second page if the message is long, and keeps them together", async () => {
    const long = { ...content, message: "A word of thanks. ".repeat(60).trim() };
    const pages = await pageTexts(await makeCertificate(long));
    expect(pages).toHaveLength(2);
    expect(flat(pages[1]!)).toContain(flat(content.blocks[0]!.serialNumberTo));
  });

  it("keeps the line breaks of a message, unless there are too many for the page", async () => {
    const words = (count: number) => Array.from({ length: count }, () => "Thanks");
    const linesOf = async (message: string) =>
      (await pageTexts(await makeCertificate({ ...content, message })))
        .join("\n")
        .split("\n")
        .filter((line) => line.includes("Thanks")).length;
    expect(await linesOf(words(12).join("\n"))).toBe(12);
    expect(await linesOf(words(80).join("\n"))).toBeLessThan(12);
  });

  it("continues on further pages with a message and a name longer than its page", async () => {
    const message = "保护森林".repeat(500);
    const beneficiaryName = "森林".repeat(100);
    const issuer = "Nordseeküste Klimaschutz ".repeat(8).trim();
    const pdf = await makeCertificate({ ...content, message, beneficiaryName, issuer });
    expect(await collisions(pdf)).toEqual([]);
    expect((await pageTexts(pdf)).join("").match(/护/g)).toHaveLength(500);
    expect(await structureErrors(pdf)).toBe("");
  });

  it("cannot be made without serial numbers", async () => {
    await expect(makeCertificate({ ...content, blocks: [] })).rejects.toThrow("blocks");
  });
});
