import * as contract from "@tonneline/contract/vintages";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { checkedRows, csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { eurosOrNone } from "../../core/money.ts";
import { usesView } from "../../core/uses.ts";
import { managedProjectById } from "./one.sql.ts";
import { usesOf } from "./projects.sql.ts";
import { managedVintageView } from "./projects.view.ts";
import { addVintage, removeVintage, saveVintage } from "./vintages.service.ts";
import { managedVintages, vintageRows, type VintageRow } from "./vintages.sql.ts";

const columns: CsvColumns<VintageRow> = [
  ["Vintage", (row) => row.id],
  ["Year", (row) => row.year],
  ["Period start", (row) => row.periodStart],
  ["Period end", (row) => row.periodEnd],
  ["Impact", (row) => row.impactType],
  ["Claim", (row) => row.claimType],
  ["Credit type", (row) => row.creditType],
  ["Expected delivery", (row) => row.expectedDelivery],
  ["Status", (row) => row.status],
  ["Methodology", (row) => row.methodology],
  ["Price (EUR)", (row) => eurosOrNone(row.priceCents)],
  ["Issued (t)", (row) => row.issued],
  ["Available (t)", (row) => row.available],
  ["In carts (t)", (row) => row.reserved],
  ["Ordered, not paid (t)", (row) => row.committed],
  ["Held by buyers (t)", (row) => row.held],
  ["Retirement in progress (t)", (row) => row.retiring],
  ["Retired (t)", (row) => row.retired],
];

/** Serves the operators' calls for the vintages of a project. */
export function managedVintageRoutes(serve: Serve, db: Db): void {
  const read = async (projectId: number, vintageId: number) => {
    const [row] = await vintageRows(db, projectId, vintageId);
    return managedVintageView(row ?? refuse("NOT_FOUND"));
  };

  const requireProject = async (projectId: number) => {
    if (!(await managedProjectById(db, projectId))) refuse("NOT_FOUND");
  };

  serve(
    contract.listManagedVintages,
    async ({ params, query }) => {
      await requireProject(params.id);
      return managedVintages(params.id).page(db, query, managedVintageView);
    },
    ({ params, query }) =>
      csvFile(
        "vintages",
        columns,
        checkedRows(() => requireProject(params.id), managedVintages(params.id).stream(db, query)),
      ),
  );

  serve(contract.getManagedVintage, ({ params }) => read(params.id, params.vintageId));

  serve(contract.createVintage, async ({ actor, params, body, once }) =>
    read(params.id, await once(db, (tx) => addVintage(tx, actor, params.id, body))),
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
