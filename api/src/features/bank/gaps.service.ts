import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { statementView } from "./bank.view.ts";
import { lockStatement, writeGapReason, type StatementRow } from "./statements.sql.ts";

/**
 * Accepts a statement in spite of a gap before it, with the reason. NOT_FOUND, INVALID_TRANSITION if there is no gap or a
 * colleague has already accepted it.
 */
export async function acceptGap(
  db: Db,
  actor: KnownActor,
  id: number,
  reason: string,
): Promise<StatementRow> {
  return await inTransaction(db, async (tx) => {
    const row = (await lockStatement(tx, id)) ?? refuse("NOT_FOUND");
    const { gap } = statementView(row);
    if (!gap) refuse("INVALID_TRANSITION", { detail: "No statement is missing before this one." });
    if (row.gap_reason !== null) {
      refuse("INVALID_TRANSITION", { detail: `It was accepted before: ${row.gap_reason}` });
    }
    await writeGapReason(tx, id, reason);
    await recordAudit(tx, actor, {
      action: "bank.acceptGap",
      thing: { type: "bank-statement", id, name: row.statement_id },
      after: { reason },
    });
    return { ...row, gap_reason: reason };
  });
}
