import * as contract from "@tonneline/contract/views";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { saveView } from "./views.service.ts";
import { deleteView, viewsOf } from "./views.sql.ts";

/** Serves the caller's saved views of lists, which nobody else sees. Refuses with NOT_FOUND for another user's. */
export function viewRoutes(serve: Serve, db: Db): void {
  serve(contract.listViews, async ({ caller, query }) =>
    pageWithin(await viewsOf(db, caller.userId, query.list), query),
  );

  serve(contract.saveView, ({ caller, body }) => saveView(db, caller.userId, body));

  serve(contract.deleteView, async ({ caller, params }) => {
    if (!(await deleteView(db, caller.userId, params.id))) refuse("NOT_FOUND");
  });
}
