import { readBankFile, type BankFile } from "./bankFile.ts";
import { Unreadable } from "./camtValues.ts";
import { statementFiles, type StatementFile } from "./unpack.ts";

/** A file, or a statement of it, that is not used. */
export interface LeftOut {
  fileName: string;
  reason: string;
  /** It is about an account or a file that is not ours: banks deliver all of a customer's together. */
  isForeign: boolean;
}

export type ReadFile = StatementFile & Pick<BankFile, "statements" | "reports">;

/**
 * Reads every file of an upload, sorted by the start of its first statement, and says what of it is left out. Throws Unreadable
 * for a broken or too large zip.
 */
export async function readUpload(
  upload: StatementFile,
  accounts: ReadonlySet<string>,
): Promise<{ files: ReadFile[]; leftOut: LeftOut[] }> {
  const files: ReadFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of await statementFiles(upload)) {
    const { left, statements, reports } = readFile(file, accounts);
    leftOut.push(...left.map((each) => ({ fileName: file.name, ...each })));
    if (statements.length + reports.length > 0) files.push({ ...file, statements, reports });
  }
  const beginOf = ({ statements }: ReadFile) => statements[0]?.from ?? "";
  files.sort((one, other) => (beginOf(one) < beginOf(other) ? -1 : 1));
  return { files, leftOut };
}

/** Returns what a file says about our accounts and transfers, and why the rest is left out. */
function readFile(file: StatementFile, accounts: ReadonlySet<string>) {
  try {
    const { statements, reports, refused } = readBankFile(file.bytes);
    const isForeign = ({ account }: { account: string }) =>
      account !== "" && !accounts.has(account);
    const foreign = [...statements, ...refused].filter(isForeign).map(({ account }) => account);
    const left = [
      ...refused
        .filter((each) => !isForeign(each))
        .map(({ reason }) => ({ reason, isForeign: false })),
      ...[...new Set(foreign)].map((account) => ({
        reason: `Account ${account} is not one of the accounts in the settings: add it under “Bank statements”.`,
        isForeign: true,
      })),
    ];
    return { statements: statements.filter((each) => !isForeign(each)), reports, left };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const left = [{ reason: error.message, isForeign: false }];
    return { statements: [], reports: [], left };
  }
}
