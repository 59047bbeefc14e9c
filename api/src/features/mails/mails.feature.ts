import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { mailRoutes, mailTextRoutes } from "./mails.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  publicUrl: string;
  sendsMails: boolean;
}

/** The operators' view of all mails, sent or not. */
export const mails = feature({
  routes: ({ serve, db, files, publicUrl, sendsMails: leaving }: Base) => {
    mailRoutes(serve, db, files, { publicUrl, leaving });
    mailTextRoutes(serve, db, publicUrl);
  },
});
