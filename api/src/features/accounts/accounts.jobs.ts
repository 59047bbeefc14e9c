import type { CronItem } from "graphile-worker";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { forgetOldTries } from "./limits.sql.ts";
import { forgetOldTokens } from "./mailedTokens.sql.ts";
import { reminderJobs } from "./password.service.ts";
import { forgetOldSessions } from "./sessions.sql.ts";

/** Mails asked-for links, and forgets what no longer counts. */
export function accountJobs(db: Db, publicUrl: string): JobHandlers {
  return {
    ...reminderJobs(db, publicUrl),
    "accounts.tidy": async () => {
      await forgetOldTries(db);
      await forgetOldTokens(db);
      await forgetOldSessions(db);
    },
  };
}

export const accountCrons: CronItem[] = [{ task: "accounts.tidy", match: "17 * * * *" }];
