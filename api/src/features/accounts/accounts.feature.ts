import type { Db } from "../../core/db.ts";
import type { DrawingDesk } from "../../core/drawing.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { Access } from "./access.service.ts";
import { accountCrons, accountJobs } from "./accounts.jobs.ts";
import { accountRoutes } from "./accounts.routes.ts";
import { avatarRoutes } from "./avatars.routes.ts";
import { createAvatars } from "./avatars.service.ts";
import { partnerRoutes } from "./partners.routes.ts";
import { createPartners } from "./partners.service.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import { peopleRoutes } from "./people.routes.ts";
import { createPeople } from "./people.service.ts";
import { secondFactorRoutes } from "./secondFactor.routes.ts";
import { sessionRoutes } from "./sessions.routes.ts";
import { createSessions } from "./sessions.service.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  publicUrl: string;
  access: Access;
  desk: DrawingDesk;
}

/** Logins, registration, passwords, passkeys, second factors and sessions; the operators' people, roles and partners. */
export const accounts = feature({
  routes: ({ serve, db, files, publicUrl, access, desk }: Base) => {
    const { forgetCallersOf } = access;
    accountRoutes(serve, access.accounts, access.registrations, access.passwords);
    secondFactorRoutes(serve, access.factors, forgetCallersOf);
    passkeyRoutes(serve, access.passkeys, access.accounts);
    sessionRoutes(serve, createSessions(db, forgetCallersOf));
    avatarRoutes(serve, access.accounts, createAvatars(db, files, desk));
    peopleRoutes(serve, db, createPeople(db, publicUrl, forgetCallersOf));
    partnerRoutes(serve, db, createPartners(db), publicUrl);
  },
  jobs: ({ db, publicUrl }: { db: Db; publicUrl: string }) => accountJobs(db, publicUrl),
  crons: accountCrons,
});
