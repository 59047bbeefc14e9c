import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { createLiveCatalogue } from "../catalogue/live.service.ts";
import { notifyOfNews } from "./searches.service.ts";

const alerts = job("searches.alerts");

/** Runs in the morning (UTC). */
export const shortlistCrons: Cron[] = [{ task: alerts, every: "1 day", after: "5 hours" }];

/** Sends users the daily news of their saved searches with an alert. */
export function shortlistJobs(db: Db): JobHandlers {
  return jobHandler(alerts, async () => {
    // Workers do not serve lists: the catalogue is built for this job only, once a day.
    await notifyOfNews(db, createLiveCatalogue(db));
  });
}
