import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { pruneOldTokens } from "./mailedTokens.sql.ts";
import { mailReminder, passwordRemind } from "./password.service.ts";

const tidy = job("accounts.tidy");

/** Job handlers that mail requested links and delete expired ones. */
export function accountJobs(db: Db): JobHandlers {
  return {
    ...jobHandler(passwordRemind, ({ username }) => mailReminder(db, username)),
    ...jobHandler(tidy, async () => {
      await pruneOldTokens(db);
    }),
  };
}

export const accountCrons: Cron[] = [{ task: tidy, every: "1 hour", after: "17 minutes" }];
