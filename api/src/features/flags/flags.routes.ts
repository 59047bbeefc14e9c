import * as contract from "@tonneline/contract/flags";
import type { Db } from "../../core/db.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import {
  findFlags,
  flagOf,
  overrideFlag,
  removeOverride,
  updateFlag,
  type ServedFlags,
} from "./flags.service.ts";

const columns: CsvColumns<contract.Flag> = [
  ["Flag", (row) => row.name],
  ["Description", (row) => row.description],
  ["Enabled", (row) => row.enabled],
  ["Value", (row) => row.value],
  ["Enabled for", (row) => identities(row, true)],
  ["Disabled for", (row) => identities(row, false)],
  ["Updated (UTC)", (row) => row.updatedAt],
];

const identities = ({ overrides }: contract.Flag, enabled: boolean) =>
  overrides
    .filter((each) => each.enabled === enabled)
    .map(({ identity }) => identity)
    .join(" ");

/** Serves the operators' calls for feature flags. */
export function flagRoutes(serve: Serve, db: Db, served: Pick<ServedFlags, "invalidate">): void {
  // This server returns the new state from now on; other servers follow a moment later.
  const changed = (name: string) => {
    served.invalidate();
    return flagOf(db, name);
  };

  async function* exported(query: contract.FlagQuery) {
    yield* await findFlags(db, query);
  }
  serve(
    contract.listFlags,
    async ({ query }) => pageWithin(await findFlags(db, query), query),
    ({ query }) => csvFile("flags", columns, exported(query)),
  );

  serve(contract.getFlag, ({ params }) => flagOf(db, params.name));

  serve(contract.updateFlag, async ({ params, body, actor }) => {
    await updateFlag(db, params.name, body, actor);
    return changed(params.name);
  });

  serve(contract.putFlagOverride, async ({ params, body, actor }) => {
    await overrideFlag(db, params.name, body, actor);
    return changed(params.name);
  });

  serve(contract.deleteFlagOverride, async ({ params, actor }) => {
    await removeOverride(db, params.name, params.id, actor);
    served.invalidate();
  });
}
