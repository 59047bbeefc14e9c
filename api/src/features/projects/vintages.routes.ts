import * as contract from "@tonneline/contract/vintages";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { Serve } from "../../core/http/serve.ts";
import { usesView } from "../../core/uses.ts";
import { managedProjectById } from "./one.sql.ts";
import { usesOf } from "./projects.sql.ts";
import { managedVintageView } from "./projects.view.ts";
import { saveVintage, createVintage, removeVintage } from "./vintages.service.ts";
import { managedVintages, vintageRows } from "./vintages.sql.ts";

/** Serves the operators' calls for the vintages of a project. */
export function managedVintageRoutes(serve: Serve, db: Db): void {
  const read = async (projectId: number, vintageId: number) => {
    const [row] = await vintageRows(db, projectId, vintageId);
    return managedVintageView(row ?? refuse("NOT_FOUND"));
  };

  serve(contract.listManagedVintages, async ({ params, query }) => {
    if (!(await managedProjectById(db, params.id))) refuse("NOT_FOUND");
    return managedVintages(params.id).page(db, query, managedVintageView);
  });

  serve(contract.getManagedVintage, ({ params }) => read(params.id, params.vintageId));

  serve(contract.createVintage, async ({ actor, params, body }) =>
    read(params.id, await createVintage(db, actor, params.id, body)),
  );

  serve(contract.updateVintage, async ({ actor, params, body }) => {
    await saveVintage(db, actor, params.id, params.vintageId, body);
    return read(params.id, params.vintageId);
  });

  serve(contract.getVintageUses, async ({ params }) => {
    await read(params.id, params.vintageId);
    return usesView(await usesOf(db, params.id, params.vintageId));
  });

  serve(contract.deleteVintage, ({ actor, params }) =>
    removeVintage(db, actor, params.id, params.vintageId),
  );
}
