import { collectEntries, readCamt, type CamtStatement } from "./camt.ts";
import { Unreadable } from "./camtValues.ts";
import { readStatusReport, type StatusReport } from "./painStatus.ts";
import { readXml } from "./xml.ts";

/** What the bank says in a file: statements, and what became of our transfers. */
export interface BankFile {
  statements: CamtStatement[];
  reports: StatusReport[];
  /** Statements that cannot be used; "" if they name no account. */
  refused: { account: string; reason: string }[];
}

// Austrian banks write “ISO:camt.053.001.02:APC:STUZZA:payments:003”, German ones “pain.002.003.03”.
const known = /:(?:(camt\.05[234])\.001|(pain\.002)\.00[123])\.(\d\d)(?::|$)/;
const newest = 14;

const whatToAskFor = `Ask the bank for camt.053 as XML, of the versions 02 to ${newest}.`;

/**
 * Reads the messages of a file: camt.052, .053 and .054, and pain.002. Throws Unreadable, with a message for operators, if another
 * message is in it, or a statement twice.
 */
export function readBankFile(bytes: Uint8Array): BankFile {
  const entries = collectEntries();
  const messages = parsed(bytes, entries.collect);
  const file: BankFile = { statements: [], reports: [], refused: [] };
  for (const { namespace, document } of messages) {
    const [, camt, pain, version = ""] = known.exec(namespace) ?? [];
    if (pain && Number(version) >= 3) file.reports.push(readStatusReport(document));
    else if (camt && Number(version) >= 2 && Number(version) <= newest) {
      const { statements, refused } = readCamt(document, { family: camt, version }, entries);
      file.statements.push(...statements);
      file.refused.push(...refused);
    } else throw new Unreadable(`This is not a readable camt file. ${whatToAskFor}`);
  }
  if (messages.length === 0)
    throw new Unreadable(`This is not a readable camt file. ${whatToAskFor}`);
  requireOnce(file.statements);
  return file;
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

function parsed(bytes: Uint8Array, onEntry: Parameters<typeof readXml>[2]) {
  try {
    return readXml(bytes, "Ntry", onEntry);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const message = error instanceof Error ? error.message.replace(/\.$/, "") : "";
    throw new Unreadable(`This is not readable XML (${message.slice(0, 200)}). ${whatToAskFor}`);
  }
}
