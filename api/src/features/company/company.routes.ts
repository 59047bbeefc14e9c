import { getCompanyDetails, saveCompanyDetails } from "@tonneline/contract/company";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import * as company from "./company.service.ts";

export function companyRoutes(serve: Serve, db: Db): void {
  serve(getCompanyDetails, ({ caller }) => company.companyDetailsOf(db, caller.companyId));
  serve(saveCompanyDetails, ({ caller, body }) =>
    company.saveCompanyDetails(db, caller.companyId, body),
  );
}
