import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { forgetOldTokens } from "./mailedTokens.sql.ts";
import { reminderJobs } from "./password.service.ts";

/** Mails asked-for links, and forgets those that no longer count. */
export function accountJobs(db: Db): JobHandlers {
  return {
    ...reminderJobs(db),
    "accounts.tidy": async () => {
      await forgetOldTokens(db);
    },
  };
}

export const accountCrons: Cron[] = [
  { task: "accounts.tidy", every: "1 hour", after: "17 minutes" },
];
