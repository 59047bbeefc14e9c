import { crc32 } from "node:zlib";

/** An entry of a sample statement. Amounts are in cents, negative for outgoing payments. */
export interface SampleEntry {
  cents: number;
  day?: string;
  status?: string;
  /** The bank's reference; some banks omit it. */
  bankReference?: string;
  /** The payer's own reference. */
  endToEndId?: string;
  payer?: string;
  iban?: string;
  text?: string;
  creditorReference?: string;
  returnReason?: string;
  /** The single payments of a collective entry. */
  parts?: Omit<SampleEntry, "parts" | "day" | "status">[];
}

export interface Sample {
  kind?: "camt.052" | "camt.053" | "camt.054";
  version?: string;
  statementId?: string;
  /** The bank's sequence number. */
  number?: number;
  account?: string;
  day?: string;
  /** The page number in a statement of several pages; the balances are those of the page. */
  page?: number;
  openingCents?: number;
  /** Defaults to the balance that the entries add up to. */
  closingCents?: number;
  entries: SampleEntry[];
}

export const sellerIban = "DE89370400440532013000";

const tags = {
  "camt.052": ["BkToCstmrAcctRpt", "Rpt"],
  "camt.053": ["BkToCstmrStmt", "Stmt"],
  "camt.054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const amount = (cents: number) => (Math.abs(cents) / 100).toFixed(2);
const sign = (cents: number) => (cents < 0 ? "DBIT" : "CRDT");
const tag = (name: string, content: string | undefined) =>
  content === undefined ? "" : `<${name}>${content}</${name}>`;

/** Returns a message as banks write it: from version 08 on, parties and statuses are nested one element deeper. */
export function sampleCamt(sample: Sample): Buffer {
  const { kind = "camt.053", version = "08", day = "2026-01-09", entries } = sample;
  const {
    openingCents = 100_000,
    account = sellerIban,
    statementId = "STMT-6",
    number = 6,
  } = sample;
  const [message, of] = tags[kind];
  const booked = entries.filter(({ status = "BOOK" }) => status === "BOOK");
  const sum = booked.reduce((total, { cents }) => total + cents, 0);
  const balances =
    kind === "camt.053"
      ? balance("OPBD", openingCents, day) +
        balance("CLBD", sample.closingCents ?? openingCents + sum, day)
      : "";
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}"><${message}>
<GrpHdr><MsgId>MSG-${statementId}</MsgId><CreDtTm>${day}T22:10:00+01:00</CreDtTm></GrpHdr>
<${of}><Id>${statementId}</Id>${tag(`${of}Pgntn`, sample.page === undefined ? undefined : tag("PgNb", String(sample.page)))}<ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${day}T22:10:00+01:00</CreDtTm>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
${entries.map((entry) => entryXml(entry, version, day)).join("\n")}
</${of}></${message}></Document>`);
}

const balance = (code: string, cents: number, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount(cents)}</Amt><CdtDbtInd>${sign(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

function entryXml(entry: SampleEntry, version: string, day: string): string {
  const { status = "BOOK", parts } = entry;
  const state = Number(version) < 8 ? status : `<Cd>${status}</Cd>`;
  const on = tag("Dt", entry.day ?? day);
  const details = (parts ?? [entry]).map((part) => detailsXml(part, version, parts !== undefined));
  return `<Ntry><Amt Ccy="EUR">${amount(entry.cents)}</Amt><CdtDbtInd>${sign(entry.cents)}</CdtDbtInd>
<Sts>${state}</Sts>${tag("BookgDt", on)}${tag("ValDt", on)}${tag("AcctSvcrRef", entry.bankReference)}
<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls>${details.join("")}</NtryDtls></Ntry>`;
}

function detailsXml(entry: SampleEntry, version: string, isPart: boolean): string {
  const side = entry.cents < 0 ? "Cdtr" : "Dbtr";
  const name = tag("Nm", escaped(entry.payer ?? "Somebody"));
  const party = tag(side, Number(version) < 8 ? name : tag("Pty", name));
  const iban = entry.iban && tag(`${side}Acct`, tag("Id", tag("IBAN", entry.iban)));
  const ownAmount = `<Amt Ccy="EUR">${amount(entry.cents)}</Amt><CdtDbtInd>${sign(entry.cents)}</CdtDbtInd>`;
  const structured =
    entry.creditorReference &&
    tag(
      "Strd",
      tag(
        "CdtrRefInf",
        `<Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>${tag("Ref", entry.creditorReference)}`,
      ),
    );
  const lines = (entry.text ?? "").match(/.{1,140}/g) ?? [];
  const remittance = lines.map((line) => tag("Ustrd", escaped(line))).join("") + (structured ?? "");
  const returned = entry.returnReason && tag("RtrInf", tag("Rsn", tag("Cd", entry.returnReason)));
  return `<TxDtls><Refs><EndToEndId>${entry.endToEndId ?? "NOTPROVIDED"}</EndToEndId></Refs>${isPart ? ownAmount : ""}
<RltdPties>${party}${iban ?? ""}</RltdPties>${remittance && tag("RmtInf", remittance)}${returned ?? ""}</TxDtls>`;
}

/** Returns a file as an upload in the field `file`. */
export function asUpload(bytes: Buffer, name = "statement.xml") {
  const boundary = `b${crc32(bytes)}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
