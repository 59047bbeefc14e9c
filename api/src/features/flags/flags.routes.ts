import * as contract from "@tonneline/contract/flags";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import {
  flagOf,
  listFlags,
  overrideFlag,
  removeOverride,
  updateFlag,
  type ServedFlags,
} from "./flags.service.ts";

/** Serves the operators' calls for feature flags. */
export function flagRoutes(serve: Serve, db: Db, served: Pick<ServedFlags, "invalidate">): void {
  // This server returns the new state from now on; other servers follow a moment later.
  const changed = (name: string) => {
    served.invalidate();
    return flagOf(db, name);
  };

  serve(contract.listFlags, ({ query }) => listFlags(db, query));

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
