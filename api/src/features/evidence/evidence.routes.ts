import * as contract from "@tonneline/contract/evidence";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { forgetFact, readEvidence, readRecord, tellFact } from "./evidence.service.ts";
import { importFacts } from "./facts.service.ts";

export function evidenceRoutes(serve: Serve, db: Db): void {
  serve(contract.getEvidence, ({ params }) => readEvidence(db, params.id));
  serve(contract.getRecord, ({ params }) => readRecord(db, params.id));
  serve(contract.tellFact, ({ actor, params, body }) =>
    tellFact(db, actor, params.id, params.field, body),
  );
  serve(contract.importFacts, ({ actor, file }) => importFacts(db, actor, file));
  serve(contract.forgetFact, ({ actor, params }) => forgetFact(db, actor, params.id, params.field));
}
