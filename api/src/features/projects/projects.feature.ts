import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { imageJobs } from "./images.jobs.ts";
import { mediaRoutes } from "./media.routes.ts";
import { managedProjectRoutes } from "./projects.routes.ts";
import { managedVintageRoutes } from "./vintages.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  imageWorker: ImageWorker;
  settings: { current(): Promise<{ embeds: { hosts: string[] } }> };
}
type JobBase = Pick<Base, "db" | "files" | "imageWorker">;

/** Projects with their vintages, images and documents, as managed by operators. */
export const projects = feature({
  routes: ({ serve, db, files, imageWorker, settings }: Base) => {
    const embedHosts = async () => (await settings.current()).embeds.hosts;
    managedProjectRoutes(serve, db, files, embedHosts);
    managedVintageRoutes(serve, db);
    mediaRoutes(serve, db, files, imageWorker);
  },
  jobs: ({ db, files, imageWorker }: JobBase) => imageJobs(db, files, imageWorker),
});
