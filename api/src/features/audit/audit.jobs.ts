import type { Cron } from "../../core/crons.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { writeMails } from "../../core/mail.ts";
import { adminAddresses, chainHead } from "./audit.sql.ts";

const checkpoint = job("audit.checkpoint");

/**
 * Writes the log's current head outside the database once a day: to the server's output and in a mail
 * to every Admin. An attacker who truncates the log and fixes up its head cannot alter those.
 */
export function auditJobs(db: Db): JobHandlers {
  return jobHandler(checkpoint, () =>
    inTransaction(db, async (tx) => {
      const { position, hash } = await chainHead(tx);
      const reached = `${position}:${hash}`;
      console.log(`Audit checkpoint ${new Date().toISOString().slice(0, 10)} ${reached}`);
      const mail = {
        permission: "audit:read" as const,
        subject: "Checkpoint of the audit log",
        paragraphs: [
          `The audit log ends with entry ${position}. Keep this email: it can later prove that no entries were removed from the end. To check, run on the server:`,
          `npm run audit:verify -- --expect ${reached}`,
        ],
      };
      const admins = await adminAddresses(tx);
      await writeMails(
        tx,
        admins.map(({ username }) => ({ to: username, ...mail })),
      );
    }),
  );
}

export const auditCrons: Cron[] = [
  { task: checkpoint, every: "1 day", after: "4 hours 7 minutes" },
];
