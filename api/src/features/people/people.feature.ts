import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { Access } from "../accounts/access.service.ts";
import { peopleRoutes } from "./people.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  access: Access;
}

/** Management of accounts and roles by operators. */
export const people = feature({
  routes: ({ serve, db, access }: Base) => peopleRoutes(serve, db, access.invalidateCallersOf),
});
