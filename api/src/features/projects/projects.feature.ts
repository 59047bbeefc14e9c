import type { Db } from "../../core/db.ts";
import type { DrawingDesk } from "../../core/drawing.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { createManagedDocuments } from "./documents.service.ts";
import { imageJobs } from "./images.jobs.ts";
import { createManagedImages } from "./images.service.ts";
import { mediaRoutes } from "./media.routes.ts";
import { managedProjectRoutes } from "./projects.routes.ts";
import { createManagedProjects } from "./projects.service.ts";
import { createManagedVintages } from "./vintages.service.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  desk: DrawingDesk;
  settings: { current(): Promise<{ embeds: { hosts: string[] } }> };
}
type JobBase = Pick<Base, "db" | "files" | "desk">;

/** Projects with their vintages, images and documents, as operators write them. */
export const projects = feature({
  routes: ({ serve, db, files, desk, settings }: Base) => {
    const embedHosts = async () => (await settings.current()).embeds.hosts;
    const service = createManagedProjects(db, files, embedHosts);
    managedProjectRoutes(serve, db, service, createManagedVintages(db));
    mediaRoutes(
      serve,
      db,
      files,
      createManagedImages(db, files, desk),
      createManagedDocuments(db, files),
    );
  },
  jobs: ({ db, files, desk }: JobBase) => imageJobs(db, files, desk),
});
