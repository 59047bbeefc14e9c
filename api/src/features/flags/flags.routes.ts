import * as contract from "@tonneline/contract/flags";
import type { Serve } from "../../core/http/serve.ts";
import type { Flags } from "./flags.service.ts";

/** The operators' side of feature flags. */
export function flagRoutes(serve: Serve, flags: Flags): void {
  serve(contract.listFlags, async () => {
    const content = await flags.list();
    return { content, totalElements: content.length };
  });

  serve(contract.getFlag, ({ params }) => flags.one(params.name));

  serve(contract.updateFlag, ({ params, body, actor }) => flags.update(params.name, body, actor));

  serve(contract.putFlagOverride, ({ params, body, actor }) =>
    flags.override(params.name, body, actor),
  );

  serve(contract.deleteFlagOverride, ({ params, actor }) =>
    flags.removeOverride(params.name, params.id, actor),
  );
}
