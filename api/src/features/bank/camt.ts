import { createHash } from "node:crypto";
import type { statementKinds } from "@tonneline/contract/bank";
import { formatEuros } from "../../core/money.ts";
import { entriesOf, type CamtEntry } from "./camtEntry.ts";
import { amountOf, dayAt, Unreadable } from "./camtValues.ts";
import { elementsAt, readXml, textAt, type Element } from "./xml.ts";

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

// Austrian banks write “ISO:camt.053.001.02:APC:STUZZA:payments:003”.
const known = /:(camt\.05[234])\.001\.(\d\d)(?::|$)/;

/** The statements of a file, and why others in it are refused. */
export interface CamtFile {
  statements: CamtStatement[];
  refused: string[];
}

/**
 * Reads camt.052, .053 or .054 of versions 02 to 13 (ISO 20022 bank-to-customer cash management). A statement in another
 * currency, or whose opening balance and entries do not add up to its closing balance, does not affect others in the file:
 * banks put all of a customer's accounts into one. Throws Unreadable, with a message for operators, if none can be used.
 */
export function readCamt(bytes: Uint8Array): CamtFile {
  const found = new Map<Element, CamtEntry[][]>();
  const broken = new Map<Element, Unreadable>();
  const { namespace, root } = parsed(bytes, (entry, ancestors) => {
    const parent = ancestors.at(-1);
    if (!parent || broken.has(parent)) return;
    const payments = tried(() => entriesOf(entry, accountOf(parent)));
    if (payments instanceof Unreadable) broken.set(parent, payments);
    else if (payments.length > 0) {
      const before = found.get(parent);
      if (before) before.push(payments);
      else found.set(parent, [payments]);
    }
  });
  const [, family, version] = known.exec(namespace) ?? [];
  if (!family || !version || Number(version) < 2 || Number(version) > 13) {
    throw new Unreadable(`This is not a readable camt file. ${whatToAskFor}`);
  }
  const body = root.children[0];
  const message = Object.entries(messages).find(([name]) => name === body?.name)?.[1];
  if (!body || message?.kind !== family) throw new Unreadable(`The message is not ${family}.`);
  const elements = elementsAt(body, message.of);
  if (elements.length === 0) throw new Unreadable("There is no statement in this file.");
  const pageOfAll = textAt(body, "GrpHdr/MsgPgntn/PgNb");
  const statements: CamtStatement[] = [];
  const refused: Unreadable[] = [];
  for (const each of elements) {
    const page = textAt(each, `${message.of}Pgntn/PgNb`) || pageOfAll;
    const groups = broken.get(each) ?? found.get(each) ?? [];
    const statement = tried(() => statementOf(each, groups, { ...message, version, page }));
    if (statement instanceof Unreadable) refused.push(statement);
    else statements.push(statement);
  }
  if (statements.length === 0) throw refused[0]!;
  requireOnce(statements);
  return { statements, refused: refused.map((each) => each.message) };
}

function tried<T>(work: () => T): T | Unreadable {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

/** Refuses a file that contains a statement twice, which would be added twice. */
function requireOnce(statements: readonly CamtStatement[]): void {
  const names = new Set<string>();
  for (const { account, statementId, from } of statements) {
    const name = `${account} ${from} ${statementId}`;
    if (names.has(name))
      throw new Unreadable(`Statement ${statementId} of ${from} is in this file twice.`);
    names.add(name);
  }
}

const whatToAskFor = "Ask the bank for camt.053 as XML, of the versions 02 to 13.";

function parsed(bytes: Uint8Array, onEntry: Parameters<typeof readXml>[2]) {
  try {
    return readXml(bytes, "Ntry", onEntry);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const message = error instanceof Error ? error.message.replace(/\.$/, "") : "";
    throw new Unreadable(`This is not readable XML (${message.slice(0, 200)}). ${whatToAskFor}`);
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
