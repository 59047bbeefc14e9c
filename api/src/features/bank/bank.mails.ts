import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { formatEuros } from "../../core/money.ts";
import type { RefusedRefund } from "./refusals.service.ts";

/** Mails operators which files from the bank were refused, and why. */
export async function mailRefusedFiles(
  tx: Tx,
  operators: readonly string[],
  name: string,
  refused: readonly { fileName: string; reason: string }[],
): Promise<void> {
  const mail = {
    subject: `The bank's file ${name} could not be added`,
    paragraphs: [
      `${name} was put into the watched folder and has been moved to its folder “failed”.`,
      ...refused.map(({ fileName, reason }) =>
        fileName === name ? reason : `${fileName}: ${reason}`,
      ),
      "Everything else in it was added. Fix the cause and put the file into the watched folder again: nothing is added twice.",
    ],
    action: { label: "Open the bank", path: "/management/bank" },
  };
  await writeMails(
    tx,
    operators.map((to) => ({ to, permission: "orders:read" as const, ...mail })),
  );
}

/** Mails operators which refunds the bank has refused or sent back, and why. */
export async function mailRefusedRefunds(
  tx: Tx,
  operators: readonly string[],
  refusals: readonly RefusedRefund[],
): Promise<void> {
  const { length } = refusals;
  const mail = {
    subject:
      length === 1
        ? "The bank did not carry out a refund"
        : `The bank did not carry out ${length} refunds`,
    paragraphs: [
      ...refusals.map(
        ({ name, cents, reason, cameBack }) =>
          `${formatEuros(cents)} to ${name} ${cameBack ? "came back" : "was refused"}: ${reason}`,
      ),
      "They are on the refund list again. If an account is wrong, remove its refund there and list it with the right one from its bank entry.",
    ],
    action: { label: "Open the refunds", path: "/management/bank/refunds" },
  };
  await writeMails(
    tx,
    operators.map((to) => ({ to, permission: "orders:read" as const, ...mail })),
  );
}
