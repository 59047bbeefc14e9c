import * as contract from "@tonneline/contract/partners";
import type { ManagedPartner } from "@tonneline/contract/partners";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import { usesView } from "../../core/uses.ts";
import { createPartner, removePartner, renamePartner } from "./partners.service.ts";
import { partner, partners as listed, referredBy, type PartnerRow } from "./partners.sql.ts";

const columns: CsvColumns<PartnerRow> = [
  ["Id", (row) => row.id],
  ["Name", (row) => row.name],
  ["Referred people", (row) => row.referredUsers],
  ["Bought (t)", (row) => row.purchasedCredits],
  ["Bought net (EUR)", (row) => euros(row.netCents)],
  ["Since (UTC)", (row) => row.createdAt.toISOString()],
];

/** Serves the operators' calls for partners. */
export function partnerRoutes(serve: Serve, db: Db, publicUrl: string): void {
  function view({ netCents, createdAt, ...row }: PartnerRow): ManagedPartner {
    return {
      ...row,
      registrationUrl: `${publicUrl}/registration?referalPartnerId=${row.id}`,
      purchasedNet: euros(netCents),
      createdAt: createdAt.toISOString(),
    };
  }
  async function read(partnerId: number): Promise<ManagedPartner> {
    return view((await partner(db, partnerId)) ?? refuse("NOT_FOUND"));
  }

  serve(
    contract.listPartners,
    ({ query }) => listed.page(db, query, view),
    ({ query }) => csvFile("partners", columns, listed.stream(db, query)),
  );
  serve(contract.getPartner, ({ params }) => read(params.id));
  serve(contract.createPartner, async ({ actor, body, once }) =>
    read(await once(db, (tx) => createPartner(tx, actor, body.name))),
  );
  serve(contract.updatePartner, async ({ actor, params, body }) => {
    await renamePartner(db, actor, params.id, body.name, body.version);
    return read(params.id);
  });
  serve(contract.getPartnerUses, async ({ params }) => {
    await read(params.id);
    return usesView(await referredBy(db, params.id));
  });
  serve(contract.deletePartner, ({ actor, params }) => removePartner(db, actor, params.id));
}
