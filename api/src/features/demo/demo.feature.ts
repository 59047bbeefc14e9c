import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import { demoJobs } from "./demo.jobs.ts";

/** Content generated after the demonstration data was loaded. */
export const demo = feature({
  jobs: ({ db, files, imageWorker }: { db: Db; files: FileStore; imageWorker: ImageWorker }) =>
    demoJobs(db, files, imageWorker),
});
