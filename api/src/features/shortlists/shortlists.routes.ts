import * as contract from "@tonneline/contract/shortlists";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import type { KnownActor } from "../../core/audit.ts";
import { pageOf } from "../../core/lists.ts";
import { searchesOf } from "./searches.sql.ts";
import type { createSearches } from "./searches.service.ts";
import { createShortlists, vintagesOf } from "./shortlists.service.ts";
import { sharedBy, shortlistsOf } from "./shortlists.sql.ts";
import { sharedView, shortlistView } from "./shortlists.view.ts";

interface Site {
  publicUrl: string;
  /** Whether links for people without an account are allowed. */
  mayShare: () => Promise<boolean>;
}

const defaultDays = 30;

/**
 * Serves a company's shortlists, which all members can read and those who may buy can change, and the
 * public page behind a link. Turning links off in the settings disables existing ones.
 */
export function shortlistRoutes(serve: Serve, db: Db, { publicUrl, mayShare }: Site): void {
  const lists = createShortlists(db, publicUrl);
  const member = ({ caller, actor }: { caller: Caller; actor: KnownActor }) => ({
    companyId: caller.companyId,
    actor,
  });

  serve(contract.listShortlists, async ({ caller, query }) => {
    const { content, totalElements } = await shortlistsOf(db, caller.companyId, query);
    const vintages = await vintagesOf(db, content, caller.companyId);
    const views = content.map((row) => shortlistView(row, vintages, publicUrl));
    return pageOf(views, totalElements, query);
  });
  serve(contract.createShortlist, (request) =>
    lists.create(member(request), request.body.name, request.once),
  );
  serve(contract.updateShortlist, (request) => {
    const { name, version } = request.body;
    return lists.rename(member(request), request.params.id, name, version);
  });
  serve(contract.deleteShortlist, (request) => lists.remove(member(request), request.params.id));
  serve(contract.setShortlistVintage, (request) => {
    const { id, vintageId } = request.params;
    return lists.keep(member(request), id, vintageId, request.body?.note);
  });
  serve(contract.removeShortlistVintage, (request) => {
    const { id, vintageId } = request.params;
    return lists.drop(member(request), id, vintageId);
  });
  serve(contract.shareShortlist, async (request) => {
    if (!(await mayShare()))
      return refuse("INVALID_TRANSITION", {
        detail: "Links for people without an account are switched off.",
      });
    return await lists.share(member(request), request.params.id, request.body?.days ?? defaultDays);
  });
  serve(contract.unshareShortlist, (request) => lists.unshare(member(request), request.params.id));
  serve(contract.getSharedShortlist, async ({ params }) => {
    const row = (await mayShare()) ? await sharedBy(db, params.key) : undefined;
    const gone = { detail: "This link no longer works: it has expired or sharing was stopped." };
    if (!row) return refuse("NOT_FOUND", gone);
    return sharedView(row, await vintagesOf(db, [row], null));
  });
}

/**
 * Serves the caller's saved searches, which colleagues do not see. The numbers of projects are
 * counted from the company's catalogue.
 */
export function searchRoutes(
  serve: Serve,
  db: Db,
  searches: ReturnType<typeof createSearches>,
): void {
  serve(contract.listSearches, async ({ caller, query }) => {
    const { content, totalElements } = await searchesOf(db, caller.userId, query);
    const views = await searches.views(content, caller.companyId);
    return pageOf(views, totalElements, query);
  });
  serve(contract.saveSearch, ({ caller, body, once }) => searches.save(caller, body, once));
  serve(contract.updateSearch, ({ caller, params, body }) =>
    searches.change(caller, params.id, body),
  );
  serve(contract.deleteSearch, ({ caller, params }) => searches.remove(caller.userId, params.id));
}
