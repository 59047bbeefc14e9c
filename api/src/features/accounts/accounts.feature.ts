import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { Access } from "./access.service.ts";
import { accountCrons, accountJobs } from "./accounts.jobs.ts";
import { accountRoutes } from "./accounts.routes.ts";
import { avatarRoutes } from "./avatars.routes.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import { secondFactorRoutes } from "./secondFactor.routes.ts";
import { sessionRoutes } from "./sessions.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  access: Access;
  imageWorker: ImageWorker;
}

/** Logins, registration, passwords, passkeys, second factors, photos and sessions. */
export const accounts = feature({
  routes: ({ serve, db, files, access, imageWorker }: Base) => {
    accountRoutes(serve, access.gate);
    secondFactorRoutes(serve, access.gate);
    passkeyRoutes(serve, access.gate);
    sessionRoutes(serve, db, access.invalidateCallersOf);
    avatarRoutes(serve, db, files, imageWorker);
  },
  jobs: ({ db }: { db: Db }) => accountJobs(db),
  crons: accountCrons,
});
