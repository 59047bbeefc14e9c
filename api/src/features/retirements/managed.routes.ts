import * as contract from "@tonneline/contract/managedRetirements";
import { bulkRunOf, startBulkNow, startBulk, stopBulk } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile } from "../../core/http/csv.ts";
import { generatedFileAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { readAnswers } from "./answers.service.ts";
import { completeRetirement, confirmRetirement } from "./completing.service.ts";
import { needsSecondPerson, queueOf } from "./completing.sql.ts";
import { managedCsvColumns } from "./retirements.csv.ts";
import { decideRetirements, declineRetirement, startRetirement } from "./retirements.service.ts";
import { retirementById, retirementsOf } from "./retirements.sql.ts";
import { certificateFileId, managedRetirementView } from "./retirements.view.ts";
import { checkSerials } from "./serials.service.ts";
import { stepsOf } from "./steps.sql.ts";

/** Registers the operators' endpoints for all retirements. */
export function managedRetirementRoutes(serve: Serve, db: Db, files: FileStore): void {
  const all = retirementsOf();
  const any = async (id: number) =>
    managedRetirementView((await retirementById(db, id)) ?? refuse("NOT_FOUND"));

  serve(
    contract.listRetirements,
    async ({ query }) => {
      const [page, secondPerson, waiting] = await Promise.all([
        all.page(db, query, managedRetirementView),
        needsSecondPerson(db),
        queueOf(db),
      ]);
      const queue = waiting.map(({ id, name, oldestAt, ...sums }) => ({
        registry: { id, name },
        ...sums,
        oldestAt: oldestAt.toISOString(),
      }));
      return { ...page, totalQuantity: page.sums.quantity, secondPerson, queue };
    },
    ({ query }) => csvFile("retirements", managedCsvColumns, all.stream(db, query)),
  );

  serve(contract.getRetirement, async ({ params }) => ({
    ...(await any(params.id)),
    transitions: (await stepsOf(db, params.id)).map((each) => ({
      ...each,
      at: each.at.toISOString(),
    })),
  }));

  serve(contract.getCertificate, ({ params }) =>
    generatedFileAnswer(db, files, async () =>
      certificateFileId(await retirementById(db, params.id)),
    ),
  );

  serve(contract.startRetirement, async ({ params, ...context }) => {
    await startRetirement(db, { ...context, id: params.id });
    return any(params.id);
  });

  serve(contract.completeRetirement, async ({ params, body, ...context }) => {
    await completeRetirement(db, { ...context, id: params.id }, body);
    return any(params.id);
  });

  serve(contract.confirmRetirement, async ({ params, body, ...context }) => {
    await confirmRetirement(db, { ...context, ...body, id: params.id });
    return any(params.id);
  });

  serve(contract.readRegistryFile, async ({ file }) => ({ rows: await readAnswers(file.bytes) }));

  serve(contract.checkSerialNumbers, async ({ body }) => ({
    rows: await checkSerials(db, body.rows),
  }));

  serve(contract.decideOnRetirements, ({ body, query, actor, idempotencyKey }) =>
    startBulk(db, decideRetirements, { ...body, ...query, actor, idempotencyKey }),
  );

  serve(contract.getRetirementDecisions, ({ params, caller }) =>
    bulkRunOf(db, decideRetirements, { id: params.id, actorId: caller.userId }),
  );

  serve(contract.stopRetirementDecisions, ({ params, caller }) =>
    stopBulk(db, decideRetirements, { id: params.id, actorId: caller.userId }),
  );

  serve(contract.startRetirementDecisions, ({ params, caller }) =>
    startBulkNow(db, decideRetirements, { id: params.id, actorId: caller.userId }),
  );

  serve(contract.declineRetirement, async ({ params, body, ...context }) => {
    await declineRetirement(db, { ...context, id: params.id }, body.reason);
    return any(params.id);
  });
}
