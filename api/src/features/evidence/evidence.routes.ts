import * as contract from "@tonneline/contract/evidence";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { readEvidence, readRecord, readVintageRecords } from "./evidence.service.ts";
import { importFacts } from "./facts.service.ts";
import { setFact, setVintageFact } from "./setFact.service.ts";

/** Serves a project's evidence to buyers, and the operators' calls to state facts, singly or in a file. */
export function evidenceRoutes(serve: Serve, db: Db): void {
  serve(contract.getEvidence, ({ params }) => readEvidence(db, params.id));
  serve(contract.getProjectFacts, ({ params }) => readRecord(db, params.id));
  serve(contract.listVintageFacts, async ({ params, query }) =>
    pageWithin(await readVintageRecords(db, params.id), query),
  );

  const targetOf = <P extends { id: number }>({ id, ...rest }: P) => ({ projectId: id, ...rest });
  serve(contract.setProjectFact, ({ actor, params, body }) =>
    setFact(db, actor, targetOf(params), body),
  );
  serve(contract.deleteProjectFact, ({ actor, params }) =>
    setFact(db, actor, targetOf(params), null),
  );
  serve(contract.setVintageFact, ({ actor, params, body }) =>
    setVintageFact(db, actor, targetOf(params), body),
  );
  serve(contract.deleteVintageFact, ({ actor, params }) =>
    setVintageFact(db, actor, targetOf(params), null),
  );

  serve(contract.importFacts, ({ actor, file }) => importFacts(db, actor, file));
}
