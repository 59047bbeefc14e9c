import { getPortfolio } from "@tonneline/contract/portfolio";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { portfolioOf } from "./portfolio.service.ts";

export function portfolioRoutes(serve: Serve, db: Db): void {
  serve(getPortfolio, ({ caller }) => portfolioOf(db, caller.userId));
}
