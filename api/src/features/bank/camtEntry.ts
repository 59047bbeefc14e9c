import { amountOf, centsOf, dayAt, inEuros, Unreadable } from "./camtValues.ts";
import { cut, elementAt, elementsAt, textAt, type Element } from "./xml.ts";

/** A structured creditor reference, with the part of the payment it applies to if given. */
export interface Remitted {
  reference: string;
  cents: number | null;
}

/** A payment on an account, as the bank reports it. */
export interface CamtEntry {
  /** Its position among the payments of a collective entry, from 1; 0 for any other. */
  part: number;
  /** The bank's reference of the entry, or of the collective entry it is part of. */
  groupReference: string | null;
  /** The total of that entry. */
  groupCents: number;
  bookedOn: string;
  valueOn: string | null;
  /** Negative if outgoing. */
  amountCents: number;
  payer: string;
  payerIban: string;
  text: string;
  remitted: Remitted[];
  endToEndId: string | null;
  bankReference: string | null;
  returnReason: string | null;
}

// What banks write in place of a missing reference.
const noReference = /^(NONREF|NOTPROVIDED|NOT ?PROVIDED|0+|-+)$/i;
const referenceAt = (element: Element | undefined, path: string): string | null => {
  const text = textAt(element, path);
  return text === "" || noReference.test(text) ? null : text;
};

/**
 * Returns the payments of an entry (`Ntry`) on an account: none unless the bank has booked it, several for a collective entry
 * whose parts add up to its amount. Paths differ between versions only where a code or a party is nested one element deeper.
 */
export function entriesOf(entry: Element, account: string): CamtEntry[] {
  if (textAt(entry, "Sts/Cd", "Sts") !== "BOOK") return [];
  const amountCents = amountOf(entry);
  if (amountCents === 0) return [];
  const bookedOn = dayAt(entry, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm");
  if (!bookedOn) throw new Unreadable("An entry has no booking date.");
  const details = elementsAt(entry, "NtryDtls/TxDtls");
  const groupReference =
    referenceAt(entry, "AcctSvcrRef") ??
    (details.length === 1 ? referenceAt(details[0], "Refs/AcctSvcrRef") : null);
  const whole = {
    part: 0,
    groupReference,
    groupCents: amountCents,
    bookedOn,
    valueOn: dayAt(entry, "ValDt/Dt", "ValDt/DtTm") ?? null,
    amountCents,
    ...factsOf(details, entry, account, amountCents),
  };
  const parts = details.length > 1 ? details.map((each) => partOf(each, amountCents)) : [];
  const named = parts.filter((cents): cents is number => cents !== undefined && cents !== 0);
  const sum = named.reduce((cents, each) => cents + each, 0);
  if (parts.length === 0 || named.length < parts.length || sum !== amountCents) return [whole];
  return details.map((each, index) => ({
    ...whole,
    part: index + 1,
    amountCents: parts[index]!,
    ...factsOf([each], entry, account, parts[index]!),
  }));
}

/** Returns the cents of one payment of a collective entry, signed; undefined if it is not given in euros. */
function partOf(details: Element, groupCents: number): number | undefined {
  const amount =
    elementAt(details, "Amt") ??
    elementAt(details, "AmtDtls/TxAmt/Amt") ??
    elementAt(details, "AmtDtls/InstdAmt/Amt");
  if (!amount || !inEuros(amount)) return undefined;
  const sign = textAt(details, "CdtDbtInd") || (groupCents > 0 ? "CRDT" : "DBIT");
  return sign === "CRDT" ? centsOf(amount) : -centsOf(amount);
}

/** Returns the counterparty and purpose of a single payment or, for an unsplit collective entry, of all its payments. */
function factsOf(
  details: readonly Element[],
  entry: Element,
  account: string,
  amountCents: number,
) {
  const texts = details.flatMap((each) => [
    ...elementsAt(each, "RmtInf/Ustrd"),
    ...elementsAt(each, "RmtInf/Strd/RfrdDocInf/Nb"),
    ...elementsAt(each, "RmtInf/Strd/AddtlRmtInf"),
  ]);
  const text = texts.map((each) => each.text).join(" ");
  const one = details.length === 1 ? details[0] : undefined;
  return {
    ...payersOf(details, account, amountCents),
    text: cut(text || textAt(one, "AddtlTxInf") || textAt(entry, "AddtlNtryInf"), 2000),
    remitted: details.flatMap((each) => elementsAt(each, "RmtInf/Strd").flatMap(remittedOf)),
    endToEndId: one ? referenceAt(one, "Refs/EndToEndId") : null,
    bankReference:
      (one && referenceAt(one, "Refs/AcctSvcrRef")) ?? referenceAt(entry, "AcctSvcrRef"),
    returnReason: returnOf(one, entry),
  };
}

function remittedOf(structured: Element): Remitted[] {
  const reference = textAt(structured, "CdtrRefInf/Ref").replaceAll(/\s/g, "").toUpperCase();
  // Newer versions list amounts with types instead.
  const amounts = [
    ...elementsAt(structured, "RfrdDocAmt/RmtdAmt"),
    ...elementsAt(structured, "RfrdDocAmt/RmtAmtAndTp/Amt"),
  ];
  const amount = amounts.length === 1 ? amounts[0] : undefined;
  if (reference === "") return [];
  // An amount in another currency says nothing about ours.
  const cents = amount?.attributes["Ccy"] === "EUR" ? centsOf(amount) : null;
  return [{ reference: cut(reference, 35), cents }];
}

/** Returns the counterparties of an entry: the account only if there is just one. */
function payersOf(details: readonly Element[], account: string, amountCents: number) {
  const payers = details.map((each) => payerOf(each, account, amountCents));
  const names = new Set(payers.map(({ payer }) => payer).filter(Boolean));
  const ibans = new Set(payers.map(({ payerIban }) => payerIban));
  return {
    payer: cut([...names].join(", "), 300),
    payerIban: ibans.size === 1 ? [...ibans][0]! : "",
  };
}

/** Returns the counterparty: the payer or, for outgoing payments, the payee. */
function payerOf(details: Element, account: string, amountCents: number) {
  const sides = amountCents > 0 ? (["Dbtr", "Cdtr"] as const) : (["Cdtr", "Dbtr"] as const);
  const parties = elementAt(details, "RltdPties");
  const ibanOf = (side: (typeof sides)[number]) =>
    textAt(parties, `${side}Acct/Id/IBAN`, `${side}Acct/Id/Othr/Id`)
      .replaceAll(/\s/g, "")
      .toUpperCase();
  // Most banks leave the parties of a return unswapped, so that we are on the counterparty's side; some name only that one.
  const isSwapped =
    ibanOf(sides[0]) === account || (amountCents < 0 && !elementAt(parties, sides[0]));
  const side = isSwapped && elementAt(parties, sides[1]) ? sides[1] : sides[0];
  return {
    payer: textAt(
      parties,
      `${side}/Pty/Nm`,
      `${side}/Nm`,
      `${side}/Agt/FinInstnId/Nm`,
      `Ultmt${side}/Pty/Nm`,
      `Ultmt${side}/Nm`,
    ),
    payerIban: ibanOf(side),
  };
}

/** Returns why a payment was returned: the bank's code (ISO 20022 external return reasons), then its text. */
function returnOf(details: Element | undefined, entry: Element): string | null {
  const code = textAt(details, "RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry");
  const words = elementsAt(details, "RtrInf/AddtlInf").map((each) => each.text);
  const reason = cut([code, ...words].filter(Boolean).join(" "), 300);
  if (reason !== "") return reason;
  return /^(true|1)$/.test(textAt(entry, "RvslInd")) ? "reversed" : null;
}
