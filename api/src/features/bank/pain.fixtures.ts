import { memoryPages, validateXML } from "xmllint-wasm";

const text = (name: string, most: number) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${most}"/><xs:pattern value="[0-9A-Za-z/?:().,'+ -]*"/></xs:restriction></xs:simpleType>`;
const pattern = (name: string, value: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string"><xs:pattern value="${value}"/></xs:restriction></xs:simpleType>`;
const of = (...elements: string[]) =>
  `<xs:complexType><xs:sequence>${elements.join("")}</xs:sequence></xs:complexType>`;
const one = (name: string, type: string) => `<xs:element name="${name}" type="${type}"/>`;
const group = (name: string, ...elements: string[]) =>
  `<xs:element name="${name}">${of(...elements)}</xs:element>`;
const fixed = (name: string, value: string) =>
  `<xs:element name="${name}" type="xs:string" fixed="${value}"/>`;
const counts = one("NbOfTxs", "Count") + one("CtrlSum", "Sum");
const account = (name: string) => group(name, group("Id", one("IBAN", "Iban")));

// The ISO 20022 message restricted by the EPC's rules (EPC132-08), with its element order and types.
const schema = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
  xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" targetNamespace="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
${text("Max16", 16)}${text("Max35", 35)}${text("Max70", 70)}${text("Max140", 140)}
${pattern("Country", "[A-Z]{2}")}${pattern("Count", "[0-9]{1,15}")}${pattern("Sum", "[0-9]{1,15}\\.[0-9]{2}")}
${pattern("Iban", "[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}")}${pattern("Bic", "[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?")}
<xs:element name="Document">${of(
  group(
    "CstmrCdtTrfInitn",
    group(
      "GrpHdr",
      one("MsgId", "Max35"),
      one("CreDtTm", "xs:dateTime"),
      counts,
      group("InitgPty", one("Nm", "Max70")),
    ),
    group(
      "PmtInf",
      one("PmtInfId", "Max35"),
      fixed("PmtMtd", "TRF"),
      one("BtchBookg", "xs:boolean"),
      counts,
      group("PmtTpInf", group("SvcLvl", fixed("Cd", "SEPA"))),
      group("ReqdExctnDt", one("Dt", "xs:date")),
      group(
        "Dbtr",
        one("Nm", "Max70"),
        group(
          "PstlAdr",
          one("StrtNm", "Max70"),
          one("PstCd", "Max16"),
          one("TwnNm", "Max35"),
          one("Ctry", "Country"),
        ),
      ),
      account("DbtrAcct"),
      group(
        "DbtrAgt",
        group(
          "FinInstnId",
          `<xs:choice>${one("BICFI", "Bic")}${group("Othr", fixed("Id", "NOTPROVIDED"))}</xs:choice>`,
        ),
      ),
      fixed("ChrgBr", "SLEV"),
      `<xs:element name="CdtTrfTxInf" maxOccurs="unbounded">${of(
        group("PmtId", one("EndToEndId", "Max35")),
        group(
          "Amt",
          `<xs:element name="InstdAmt"><xs:complexType><xs:simpleContent><xs:extension base="Sum"><xs:attribute name="Ccy" use="required" fixed="EUR"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`,
        ),
        group("Cdtr", one("Nm", "Max70")),
        account("CdtrAcct"),
        group("RmtInf", one("Ustrd", "Max140")),
      )}</xs:element>`,
    ),
  ),
)}</xs:element></xs:schema>`;

/** Validates a file against the schema of a SEPA credit transfer (pain.001.001.09); returns its errors, empty if valid. */
export async function painErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: "pain.xml", contents: xml }],
    schema: [{ fileName: "pain.001.001.09.xsd", contents: schema }],
    maxMemoryPages: memoryPages.GiB,
  });
  return errors.map(({ message }) => message);
}

/** A status of a file, or of a transfer, with the bank's reason. */
interface SampleStatus {
  status: string;
  code?: string;
  more?: string;
}

/** Returns a status report (pain.002) about a file of transfers, as banks write it. */
export function sampleReport(report: {
  messageId: string;
  /** Of the whole file; some banks give it for its payment block only. */
  group?: SampleStatus;
  block?: SampleStatus;
  transfers?: readonly (SampleStatus & { endToEndId: string })[];
  version?: string;
}): Buffer {
  const { messageId, group, block, transfers = [], version = "001.10" } = report;
  const status = (name: string, of: SampleStatus | undefined) =>
    of === undefined
      ? ""
      : `<${name}>${of.status}</${name}>${
          of.code || of.more
            ? `<StsRsnInf>${of.code ? `<Rsn><Cd>${of.code}</Cd></Rsn>` : ""}${of.more ? `<AddtlInf>${of.more}</AddtlInf>` : ""}</StsRsnInf>`
            : ""
        }`;
  const each = transfers.map(
    (transfer) =>
      `<TxInfAndSts><OrgnlEndToEndId>${transfer.endToEndId}</OrgnlEndToEndId>${status("TxSts", transfer)}</TxInfAndSts>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.${version}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>ST-1</MsgId><CreDtTm>2026-01-09T10:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${status("GrpSts", group)}</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${status("PmtInfSts", block)}${each.join("")}</OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`);
}
