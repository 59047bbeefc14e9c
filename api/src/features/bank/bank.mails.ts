import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";

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
