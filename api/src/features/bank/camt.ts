import { createHash } from "node:crypto";
import type { statementKinds } from "@tonneline/contract/bank";
import { formatEuros } from "../../core/money.ts";
import { entriesOf, type CamtEntry } from "./camtEntry.ts";
import { amountOf, dayAt, Unreadable } from "./camtValues.ts";
import { elementsAt, textAt, type Element } from "./xml.ts";

/** A statement, account report or advice as sent by the bank. Amounts are in cents of EUR. */
export interface CamtStatement {
  kind: (typeof statementKinds)[number];
  /** Such as "08". */
  version: string;
  statementId: string;
  /** The bank's sequence number within a year. */
  number: number | null;
  account: string;
  from: string;
  to: string;
  openingCents: number | null;
  closingCents: number | null;
  inCents: number;
  outCents: number;
  /** The entries that the bank has booked, in order; a collective entry as its single payments if it lists them. */
  entries: KeyedEntry[];
}

/** An entry with a key that is unique within its account. */
export interface KeyedEntry extends CamtEntry {
  key: string;
}

const messages = {
  BkToCstmrAcctRpt: { kind: "camt.052", of: "Rpt" },
  BkToCstmrStmt: { kind: "camt.053", of: "Stmt" },
  BkToCstmrDbtCdtNtfctn: { kind: "camt.054", of: "Ntfctn" },
} as const;

/** The statements of a message, and why others in it are refused. */
export interface CamtMessage {
  statements: CamtStatement[];
  refused: { account: string; reason: string }[];
}

/**
 * Collects the entries of statements while their file is read, so that it is never held in memory as a whole. One that cannot be
 * read makes its statement unusable, but no other.
 */
export function collectEntries() {
  const found = new Map<Element, CamtEntry[][]>();
  const broken = new Map<Element, Unreadable>();
  return {
    collect(entry: Element, ancestors: readonly Element[]): void {
      const parent = ancestors.at(-1);
      if (!parent || broken.has(parent)) return;
      const payments = tried(() => entriesOf(entry, accountOf(parent)));
      if (payments instanceof Unreadable) broken.set(parent, payments);
      else if (payments.length > 0) {
        const before = found.get(parent);
        if (before) before.push(payments);
        else found.set(parent, [payments]);
      }
    },
    of: (statement: Element) => broken.get(statement) ?? found.get(statement) ?? [],
  };
}
type Collected = ReturnType<typeof collectEntries>;

/**
 * Reads camt.052, .053 or .054 of versions 02 to 14 (ISO 20022 bank-to-customer cash management). A statement in another
 * currency, or whose opening balance and entries do not add up to its closing balance, does not affect others in the message:
 * banks put all of a customer's accounts into one. Throws Unreadable, with a message for operators, if it has none at all.
 */
export function readCamt(
  document: Element,
  { family, version }: { family: string; version: string },
  entries: Collected,
): CamtMessage {
  const body = document.children[0];
  const message = Object.entries(messages).find(([name]) => name === body?.name)?.[1];
  if (!body || message?.kind !== family) throw new Unreadable(`The message is not ${family}.`);
  const elements = elementsAt(body, message.of);
  if (elements.length === 0) throw new Unreadable("There is no statement in this file.");
  const pageOfAll = textAt(body, "GrpHdr/MsgPgntn/PgNb");
  const read: CamtMessage = { statements: [], refused: [] };
  for (const each of elements) {
    const page = textAt(each, `${message.of}Pgntn/PgNb`) || pageOfAll;
    const statement = tried(() =>
      statementOf(each, entries.of(each), { ...message, version, page }),
    );
    if (statement instanceof Unreadable) {
      read.refused.push({ account: accountOf(each), reason: statement.message });
    } else read.statements.push(statement);
  }
  return read;
}

function tried<T>(work: () => T): T | Unreadable {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

function statementOf(
  element: Element,
  groups: readonly CamtEntry[][] | Unreadable,
  { kind, version, page }: Pick<CamtStatement, "kind" | "version"> & { page: string },
): CamtStatement {
  const name = textAt(element, "Id");
  // The pages of a statement share its name.
  const statementId = name && !/^0*1?$/.test(page) ? `${name}, page ${page}` : name;
  const account = accountOf(element);
  if (!statementId) throw new Unreadable("The statement has no identification (Id).");
  if (!account) throw new Unreadable(`Statement ${statementId} names no account.`);
  const currency = textAt(element, "Acct/Ccy");
  if (currency && currency !== "EUR") {
    throw new Unreadable(`Statement ${statementId} is in ${currency}: only euros are accepted.`);
  }
  if (groups instanceof Unreadable) throw groups;
  const opening = balanceOf(element, ["OPBD", "PRCD"], 0);
  const closing = balanceOf(element, ["CLBD"], -1);
  const entries = keyed(statementId, groups);
  const sum = (sign: 1 | -1) =>
    entries.reduce((cents, each) => cents + Math.max(0, sign * each.amountCents), 0);
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
  const made = dayAt(element, "CreDtTm") ?? days[0] ?? "";
  // The balance of the previous statement (PRCD) has that one's day.
  const opensOn = balanceOf(element, ["OPBD"], 0)?.on;
  const from =
    dayAt(element, "FrToDt/FrDtTm", "FrToDt/FrDt") ?? opensOn ?? days[0] ?? closing?.on ?? made;
  const to = dayAt(element, "FrToDt/ToDtTm", "FrToDt/ToDt") ?? closing?.on ?? days.at(-1) ?? made;
  if (!from || !to) throw new Unreadable(`Statement ${statementId} has no day.`);
  const statement: CamtStatement = {
    kind,
    version,
    statementId,
    number: numberOf(element),
    account,
    from: from < to ? from : to,
    to,
    openingCents: opening?.cents ?? null,
    closingCents: closing?.cents ?? null,
    inCents: sum(1),
    outCents: sum(-1),
    entries,
  };
  if (kind === "camt.053") requireSum(statement);
  return statement;
}

const accountOf = (element: Element) =>
  textAt(element, "Acct/Id/IBAN", "Acct/Id/Othr/Id").replaceAll(/\s/g, "");

function numberOf(element: Element): number | null {
  const text = textAt(element, "ElctrncSeqNb", "LglSeqNb");
  return /^0*\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * Returns the first (0) or last (-1) balance with one of these codes. A page of several has interim balances instead, and a
 * report a single one, after its entries.
 */
function balanceOf(element: Element, codes: readonly string[], at: 0 | -1) {
  const all = elementsAt(element, "Bal");
  const of = (wanted: readonly string[]) =>
    all.filter((each) => wanted.includes(textAt(each, "Tp/CdOrPrtry/Cd")));
  const interim = of(["ITBD"]);
  const isOnlyOne = interim.length === 1 && of(["OPBD", "PRCD", "CLBD"]).length === 0;
  const balance = of(codes).at(at) ?? (at === 0 && isOnlyOne ? undefined : interim.at(at));
  if (!balance) return undefined;
  return { cents: amountOf(balance), on: dayAt(balance, "Dt/Dt", "Dt/DtTm") };
}

function requireSum({ statementId, openingCents, closingCents, inCents, outCents }: CamtStatement) {
  if (openingCents === null || closingCents === null) {
    throw new Unreadable(
      `Statement ${statementId} lacks its opening or closing balance, so it cannot be checked.`,
    );
  }
  const reckoned = openingCents + inCents - outCents;
  if (reckoned === closingCents) return;
  throw new Unreadable(
    `Statement ${statementId} does not add up: ${formatEuros(openingCents)} and its entries make ${formatEuros(reckoned)}, but it closes with ${formatEuros(closingCents)}. Ask the bank for it again.`,
  );
}

/**
 * The key of an entry is the bank's own reference, whatever message reports it. Without a reference, it is a hash of all its
 * facts within the statement. Repeated keys are numbered.
 */
function keyed(statementId: string, groups: readonly CamtEntry[][]): KeyedEntry[] {
  const times = new Map<string, number>();
  return groups.flatMap((payments) => {
    const { groupReference, groupCents, bookedOn } = payments[0]!;
    const facts = JSON.stringify([statementId, payments]);
    const own = groupReference
      ? `${groupReference} ${bookedOn} ${groupCents}`
      : createHash("sha256").update(facts).digest("base64url");
    const time = times.get(own) ?? 0;
    times.set(own, time + 1);
    const key = time === 0 ? own : `${own} ${time}`;
    return payments.map((payment) => ({ ...payment, key }));
  });
}
