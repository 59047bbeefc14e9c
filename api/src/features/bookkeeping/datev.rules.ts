import { vatIdentifier } from "@tonneline/contract/vatNumbers";
import type { Settings } from "../settings/settings.defaults.ts";
import { daysOfMonth, signOf, type BookedDocument } from "./books.rules.ts";

/** The columns of a Buchungsstapel, version 13, as DATEV names them. */
const datevColumns = [
  "Umsatz (ohne Soll/Haben-Kz)",
  "Soll/Haben-Kennzeichen",
  "WKZ Umsatz",
  "Kurs",
  "Basis-Umsatz",
  "WKZ Basis-Umsatz",
  "Konto",
  "Gegenkonto (ohne BU-Schlüssel)",
  "BU-Schlüssel",
  "Belegdatum",
  "Belegfeld 1",
  "Belegfeld 2",
  "Skonto",
  "Buchungstext",
  "Postensperre",
  "Diverse Adressnummer",
  "Geschäftspartnerbank",
  "Sachverhalt",
  "Zinssperre",
  "Beleglink",
  "Beleginfo - Art 1",
  "Beleginfo - Inhalt 1",
  "Beleginfo - Art 2",
  "Beleginfo - Inhalt 2",
  "Beleginfo - Art 3",
  "Beleginfo - Inhalt 3",
  "Beleginfo - Art 4",
  "Beleginfo - Inhalt 4",
  "Beleginfo - Art 5",
  "Beleginfo - Inhalt 5",
  "Beleginfo - Art 6",
  "Beleginfo - Inhalt 6",
  "Beleginfo - Art 7",
  "Beleginfo - Inhalt 7",
  "Beleginfo - Art 8",
  "Beleginfo - Inhalt 8",
  "KOST1 - Kostenstelle",
  "KOST2 - Kostenstelle",
  "Kost-Menge",
  "EU-Land u. UStID (Bestimmung)",
  "EU-Steuersatz (Bestimmung)",
  "Abw. Versteuerungsart",
  "Sachverhalt L+L",
  "Funktionsergänzung L+L",
  "BU 49 Hauptfunktionstyp",
  "BU 49 Hauptfunktionsnummer",
  "BU 49 Funktionsergänzung",
  "Zusatzinformation - Art 1",
  "Zusatzinformation - Inhalt 1",
  "Zusatzinformation - Art 2",
  "Zusatzinformation - Inhalt 2",
  "Zusatzinformation - Art 3",
  "Zusatzinformation - Inhalt 3",
  "Zusatzinformation - Art 4",
  "Zusatzinformation - Inhalt 4",
  "Zusatzinformation - Art 5",
  "Zusatzinformation - Inhalt 5",
  "Zusatzinformation - Art 6",
  "Zusatzinformation - Inhalt 6",
  "Zusatzinformation - Art 7",
  "Zusatzinformation - Inhalt 7",
  "Zusatzinformation - Art 8",
  "Zusatzinformation - Inhalt 8",
  "Zusatzinformation - Art 9",
  "Zusatzinformation - Inhalt 9",
  "Zusatzinformation - Art 10",
  "Zusatzinformation - Inhalt 10",
  "Zusatzinformation - Art 11",
  "Zusatzinformation - Inhalt 11",
  "Zusatzinformation - Art 12",
  "Zusatzinformation - Inhalt 12",
  "Zusatzinformation - Art 13",
  "Zusatzinformation - Inhalt 13",
  "Zusatzinformation - Art 14",
  "Zusatzinformation - Inhalt 14",
  "Zusatzinformation - Art 15",
  "Zusatzinformation - Inhalt 15",
  "Zusatzinformation - Art 16",
  "Zusatzinformation - Inhalt 16",
  "Zusatzinformation - Art 17",
  "Zusatzinformation - Inhalt 17",
  "Zusatzinformation - Art 18",
  "Zusatzinformation - Inhalt 18",
  "Zusatzinformation - Art 19",
  "Zusatzinformation - Inhalt 19",
  "Zusatzinformation - Art 20",
  "Zusatzinformation - Inhalt 20",
  "Stück",
  "Gewicht",
  "Zahlweise",
  "Forderungsart",
  "Veranlagungsjahr",
  "Zugeordnete Fälligkeit",
  "Skontotyp",
  "Auftragsnummer",
  "Buchungstyp",
  "USt-Schlüssel (Anzahlungen)",
  "EU-Land (Anzahlungen)",
  "Sachverhalt L+L (Anzahlungen)",
  "EU-Steuersatz (Anzahlungen)",
  "Erlöskonto (Anzahlungen)",
  "Herkunft-Kz",
  "Buchungs GUID",
  "KOST-Datum",
  "SEPA-Mandatsreferenz",
  "Skontosperre",
  "Gesellschaftername",
  "Beteiligtennummer",
  "Identifikationsnummer",
  "Zeichnernummer",
  "Postensperre bis",
  "Bezeichnung SoBil-Sachverhalt",
  "Kennzeichen SoBil-Buchung",
  "Festschreibung",
  "Leistungsdatum",
  "Datum Zuord. Steuerperiode",
  "Fälligkeit",
  "Generalumkehr (GU)",
  "Steuersatz",
  "Land",
  "Abrechnungsreferenz",
  "BVV-Position",
  "EU-Land u. UStID (Ursprung)",
  "EU-Steuersatz (Ursprung)",
  "Abw. Skontokonto",
] as const;

// The text fields by DATEV's numbers: it expects quotes even around an empty text, and none around numbers and days.
const headTexts = [9, 10, 18, 24, 27, 30, 31];
const postingTexts = [
  2, 3, 6, 9, 11, 12, 14, 16, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
  37, 38, 40, 42, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67,
  68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 91, 95, 96, 98,
  102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123,
];
const emptyFields = (count: number, texts: readonly number[]): string[] =>
  Array.from({ length: count }, (_, index) => (texts.includes(index + 1) ? '""' : ""));

type Numbers = Settings["bookkeeping"];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const compactDay = (day: string) => day.replaceAll("-", "");
/** DDMMYYYY; a posting's own day omits the year, since its file covers a single one. */
const datevDay = (day: string) => day.slice(8) + day.slice(5, 7) + day.slice(0, 4);
const amount = (cents: number) => (cents / 100).toFixed(2).replace(".", ",");

// With the country's two letters.
const maxVatNumber = 15;
// Accounts of customers and suppliers have one digit more than others; those of suppliers start at 70000.
const [lowestDebtor, highestDebtor] = [10_000, 69_999];

/** Returns the receivables account of a company; null if its number exceeds the range of customer accounts. */
export function debtorOf(numbers: Numbers, companyId: number): number | null {
  const account = numbers.firstDebtor + companyId;
  return account > highestDebtor ? null : account;
}

/** Returns why the postings cannot be exported to DATEV and what to do, in words; undefined if every company has an account. */
export function missingDebtorReason(
  documents: readonly BookedDocument[],
  numbers: Numbers,
): string | undefined {
  const [last] = documents.toSorted((one, other) => other.companyId - one.companyId);
  if (!last || debtorOf(numbers, last.companyId) !== null) return undefined;
  const highestFirst = highestDebtor - last.companyId;
  const remedy =
    highestFirst >= lowestDebtor
      ? `Enter a first customer account of at most ${highestFirst} under Management, Settings.`
      : "Book this month from the journal, which leaves the accounts of such companies empty.";
  return `DATEV's accounts of customers end at ${highestDebtor}, and ${last.companyName} (company ${last.companyId}) would get ${numbers.firstDebtor + last.companyId}. ${remedy}`;
}

// DATEV's own limit, without the two lines of headings.
const maxPostings = 99_999;

/** Returns why a month has more postings than DATEV reads from a file, and what to do, in words; undefined if it has not. */
export function tooManyPostingsReason(
  documents: readonly BookedDocument[],
  month: string,
): string | undefined {
  if (documents.length <= maxPostings) return undefined;
  const count = (of: number) => of.toLocaleString("en");
  return `DATEV reads at most ${count(maxPostings)} postings from a file, and ${month} has ${count(documents.length)}. Book this month from the journal, which has no such limit.`;
}

/** Returns the revenue account for a document's VAT category. */
export function revenueOf(numbers: Numbers, { vatCategory }: Pick<BookedDocument, "vatCategory">) {
  return {
    S: numbers.revenueTaxed,
    AE: numbers.revenueReverseCharge,
    O: numbers.revenueOutsideEu,
  }[vatCategory];
}

function financialYear(first: string, firstMonth: number): string {
  const [year, month] = first.split("-").map(Number) as [number, number];
  const begins = month >= firstMonth ? year : year - 1;
  return `${begins}${String(firstMonth).padStart(2, "0")}01`;
}

/** Returns the file's header: 31 fields, as specified by DATEV for version 700. `made`: the time of creation in 17 digits. */
function headOf(month: string, numbers: Numbers, made: string): string {
  const { first, last } = daysOfMonth(month);
  const fields = emptyFields(31, headTexts);
  const put = (position: number, value: string) => (fields[position - 1] = value);
  put(1, '"EXTF"');
  put(2, "700");
  put(3, "21");
  put(4, '"Buchungsstapel"');
  put(5, "13");
  put(6, made);
  put(8, '"RE"');
  put(11, String(numbers.adviser));
  put(12, String(numbers.client));
  put(13, financialYear(first, numbers.firstMonth));
  put(14, "4");
  put(15, compactDay(first));
  put(16, compactDay(last));
  put(17, quoted(`Invoices ${month}`));
  put(19, "1");
  put(20, "0");
  put(21, "0");
  put(22, '"EUR"');
  return fields.join(";");
}

/** Returns a posting of the gross amount from the company's account to revenue; the revenue account determines the tax. */
function postingOf(document: BookedDocument, numbers: Numbers): string {
  const fields = emptyFields(datevColumns.length, postingTexts);
  const put = (column: (typeof datevColumns)[number], value: string) =>
    (fields[datevColumns.indexOf(column)] = value);
  put("Umsatz (ohne Soll/Haben-Kz)", amount(document.grossCents));
  put("Soll/Haben-Kennzeichen", signOf(document) === 1 ? '"S"' : '"H"');
  put("WKZ Umsatz", '"EUR"');
  put("Konto", String(debtorOf(numbers, document.companyId)));
  put("Gegenkonto (ohne BU-Schlüssel)", String(revenueOf(numbers, document)));
  put("Belegdatum", datevDay(document.issuedOn).slice(0, 4));
  put("Belegfeld 1", quoted(document.number));
  // Not by code point: Windows-1252 has two question marks for an emoji.
  put("Buchungstext", quoted(document.companyName.slice(0, 60)));
  const vatNumber = vatIdentifier(document.vatNumber);
  if (document.vatCategory === "AE" && vatNumber !== null && vatNumber.length <= maxVatNumber)
    put("EU-Land u. UStID (Bestimmung)", quoted(vatNumber));
  put("Auftragsnummer", quoted(String(document.orderId)));
  put("Festschreibung", "0");
  put("Leistungsdatum", datevDay(document.suppliedOn));
  // DATEV requires it with a day of supply. Corrections count in the period in which they are made.
  put("Datum Zuord. Steuerperiode", datevDay(document.issuedOn));
  if (document.dueOn) put("Fälligkeit", datevDay(document.dueOn));
  return fields.join(";");
}

/**
 * Writes the postings of a month in DATEV format: EXTF 700, category 21 (Buchungsstapel), version 13. Lines end in CRLF; the
 * caller encodes it in Windows-1252, and checks `tooManyPostingsReason` and `missingDebtorReason` first.
 */
export function datevFile(
  month: string,
  documents: readonly BookedDocument[],
  numbers: Numbers,
  made: string,
): string {
  const lines = [headOf(month, numbers, made), datevColumns.join(";")];
  for (const document of documents) lines.push(postingOf(document, numbers));
  return lines.map((line) => `${line}\r\n`).join("");
}
