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

const marketplace = {
  description:
    "The marketplace for carbon credits: compare projects, buy on invoice, and retire with a certificate that anybody can check.",
};

/** Logins, registration, passwords, passkeys, second factors, photos and sessions. */
export const accounts = feature({
  routes: ({ serve, db, files, access, imageWorker }: Base) => {
    accountRoutes(serve, access.gate);
    secondFactorRoutes(serve, access.gate);
    passkeyRoutes(serve, access.gate);
    sessionRoutes(serve, db, access.invalidateCallersOf);
    avatarRoutes(serve, db, files, imageWorker);
  },
  // Only two are listed by search engines: the others lead nowhere without the key or referral in their address.
  heads: () => ({
    "/": { ...marketplace, listedAs: "/" },
    "/login": { ...marketplace, title: "Log in", listedAs: "/login" },
    "/registration": { ...marketplace, title: "Create an account" },
    "/registration/verify": { ...marketplace, title: "Checking your link" },
    "/password-reminder": { ...marketplace, title: "Forgot your password?" },
    "/password-reset": { ...marketplace, title: "Choose a new password" },
    "/invitation": { ...marketplace, title: "Join a company" },
    "/book-demo": { ...marketplace, title: "Book a demo" },
  }),
  jobs: ({ db }: { db: Db }) => accountJobs(db),
  crons: accountCrons,
});
