import type { CronItem } from "graphile-worker";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { forgetOldTokens } from "./mailedTokens.sql.ts";
import { reminderJobs } from "./password.service.ts";

/** Mails asked-for links, and forgets those that no longer count. */
export function accountJobs(db: Db, publicUrl: string): JobHandlers {
  return {
    ...reminderJobs(db, publicUrl),
    "accounts.tidy": async () => {
      await forgetOldTokens(db);
    },
  };
}

export const accountCrons: CronItem[] = [{ task: "accounts.tidy", match: "17 * * * *" }];
