import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { createLiveCatalogue } from "../catalogue/live.service.ts";
import { notifyOfNews } from "./searches.service.ts";

const alerts = job("searches.alerts");

/** In the morning of the day (UTC). */
export const shortlistCrons: Cron[] = [{ task: alerts, every: "1 day", after: "5 hours" }];

/** Tells people once a day what is new in the searches that they saved with an alert. */
export function shortlistJobs(db: Db): JobHandlers {
  return jobHandler(alerts, async () => {
    // Workers answer no lists: the catalogue is read for this alone, once a day.
    await notifyOfNews(db, createLiveCatalogue(db));
  });
}
