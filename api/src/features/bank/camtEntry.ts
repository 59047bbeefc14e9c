import { amountOf, centsOf, dayAt, inEuros, Unreadable } from "./camtValues.ts";
import { elementAt, elementsAt, textAt, type Element } from "./xml.ts";

/** A creditor reference in the field of its own, with the part of the payment that it is for where that is said. */
export interface Remitted {
  reference: string;
  cents: number | null;
}

/** A payment on an account, as the bank tells it. */
export interface CamtEntry {
  /** Its place among the payments of a collective entry, from 1; 0 of any other. */
  part: number;
  /** The bank's reference of the entry, or of the collective entry that it is a part of. */
  groupReference: string | null;
  /** The sum of that entry. */
  groupCents: number;
  bookedOn: string;
  valueOn: string | null;
  /** Below zero: it left the account. */
  amountCents: number;
  payer: string;
  payerIban: string;
  text: string;
  remitted: Remitted[];
  endToEndId: string | null;
  bankReference: string | null;
  returnReason: string | null;
}

// What banks write where they have no reference.
const noReference = /^(NONREF|NOTPROVIDED|NOT ?PROVIDED|0+|-+)$/i;
const referenceAt = (element: Element | undefined, path: string): string | null => {
  const text = textAt(element, path);
  return text === "" || noReference.test(text) ? null : text;
};

/**
 * The payments of an entry (`Ntry`): none unless the bank has booked it, several of a collective entry whose parts make up
 * its amount. Paths differ by version only where a code or a party stands one element deeper.
 */
export function entriesOf(entry: Element): CamtEntry[] {
  if (textAt(entry, "Sts/Cd", "Sts") !== "BOOK") return [];
  const amountCents = amountOf(entry);
  if (amountCents === 0) return [];
  const bookedOn = dayAt(entry, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm");
  if (!bookedOn) throw new Unreadable("An entry has no day of booking.");
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
    ...factsOf(details, entry, amountCents),
  };
  const parts = details.length > 1 ? details.map((each) => partOf(each, amountCents)) : [];
  const named = parts.filter((cents): cents is number => cents !== undefined && cents !== 0);
  const sum = named.reduce((cents, each) => cents + each, 0);
  if (parts.length === 0 || named.length < parts.length || sum !== amountCents) return [whole];
  return details.map((each, index) => ({
    ...whole,
    part: index + 1,
    amountCents: parts[index]!,
    ...factsOf([each], entry, parts[index]!),
  }));
}

/** Cents of one payment of a collective entry, with its sign; undefined where it is not said in euros. */
function partOf(details: Element, groupCents: number): number | undefined {
  const amount = elementAt(details, "Amt") ?? elementAt(details, "AmtDtls/TxAmt/Amt");
  if (!amount || !inEuros(amount)) return undefined;
  const sign = textAt(details, "CdtDbtInd") || (groupCents > 0 ? "CRDT" : "DBIT");
  return sign === "CRDT" ? centsOf(amount) : -centsOf(amount);
}

/** What is said of who paid and for what, by one payment or, of a collective entry that is kept whole, by all of them. */
function factsOf(details: readonly Element[], entry: Element, amountCents: number) {
  const texts = details.flatMap((each) => [
    ...elementsAt(each, "RmtInf/Ustrd"),
    ...elementsAt(each, "RmtInf/Strd/RfrdDocInf/Nb"),
    ...elementsAt(each, "RmtInf/Strd/AddtlRmtInf"),
  ]);
  const text = texts.map((each) => each.text).join(" ");
  const one = details.length === 1 ? details[0] : undefined;
  return {
    ...payerOf(details[0], amountCents),
    text: (text || textAt(one, "AddtlTxInf") || textAt(entry, "AddtlNtryInf")).slice(0, 2000),
    remitted: details.flatMap((each) => elementsAt(each, "RmtInf/Strd").flatMap(remittedOf)),
    endToEndId: one ? referenceAt(one, "Refs/EndToEndId") : null,
    bankReference:
      (one && referenceAt(one, "Refs/AcctSvcrRef")) ?? referenceAt(entry, "AcctSvcrRef"),
    returnReason: returnOf(one, entry),
  };
}

function remittedOf(structured: Element): Remitted[] {
  const reference = textAt(structured, "CdtrRefInf/Ref").replaceAll(/\s/g, "").toUpperCase();
  const amount = elementAt(structured, "RfrdDocAmt/RmtdAmt");
  if (reference === "") return [];
  // A sum in another currency says nothing of ours.
  const cents = amount?.attributes["Ccy"] === "EUR" ? centsOf(amount) : null;
  return [{ reference: reference.slice(0, 35), cents }];
}

/** The other side: who paid, or of what left the account who got it. */
function payerOf(details: Element | undefined, amountCents: number) {
  const sides = amountCents > 0 ? (["Dbtr", "Cdtr"] as const) : (["Cdtr", "Dbtr"] as const);
  const parties = elementAt(details, "RltdPties");
  // Another side is named only where the first is not: some banks leave the parties of a return as they were.
  const side = amountCents > 0 ? sides[0] : sides.find((each) => elementAt(parties, each));
  const iban = textAt(parties, `${side}Acct/Id/IBAN`, `${side}Acct/Id/Othr/Id`);
  return {
    payer: textAt(
      parties,
      `${side}/Pty/Nm`,
      `${side}/Nm`,
      `Ultmt${side}/Pty/Nm`,
      `Ultmt${side}/Nm`,
    ),
    payerIban: iban.replaceAll(/\s/g, "").toUpperCase(),
  };
}

/** Why a payment came back, with the bank's code (ISO 20022 external return reasons) before its words. */
function returnOf(details: Element | undefined, entry: Element): string | null {
  const code = textAt(details, "RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry");
  const words = elementsAt(details, "RtrInf/AddtlInf").map((each) => each.text);
  const reason = [code, ...words].filter(Boolean).join(" ").slice(0, 300);
  if (reason !== "") return reason;
  return /^(true|1)$/.test(textAt(entry, "RvslInd")) ? "reversed" : null;
}
