import * as contract from "@tonneline/contract/vatChecks";
import { requirePastMoment, instantOn } from "../../core/days.sql.ts";
import type { Db } from "../../core/db.ts";
import { pageOf } from "../../core/lists.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { checkAndSave, checkedNumber, saveCheck, vatCheckView } from "./vatChecks.service.ts";
import { companyOf, countVatChecks, vatCheckById, vatChecksOf } from "./vatChecks.sql.ts";
import { refuse } from "../../core/errors.ts";

/**
 * Registers the operators' endpoints for checks of companies' VAT numbers. Without `viesUrl` they can only be entered manually,
 * and querying VIES is UNAVAILABLE.
 */
export function vatCheckRoutes(
  serve: Serve,
  db: Db,
  settings: SettingsService,
  viesUrl: string | undefined,
): void {
  const retentionDays = async () => (await settings.current()).vatChecks.days;
  const read = async (id: number) =>
    vatCheckView(await vatCheckById(db, id), await retentionDays());

  serve(contract.listVatChecks, async ({ params: { id }, query }) => {
    if (!(await companyOf(db, id))) return refuse("NOT_FOUND");
    const days = await retentionDays();
    const rows = await vatChecksOf(db, id, query.page, query.size);
    const content = rows.map((row) => vatCheckView(row, days));
    return {
      ...pageOf(content, await countVatChecks(db, id), query),
      asksVies: viesUrl !== undefined,
    };
  });

  serve(contract.recordVatCheck, async ({ params: { id: companyId }, body, actor, once }) => {
    const isDay = body.checkedAt.length === 10;
    const enteredAt = new Date(isDay ? `${body.checkedAt}T12:00:00Z` : body.checkedAt);
    await requirePastMoment(db, "checkedAt", enteredAt, 86_400_000);
    const id = await once(db, async (tx) => {
      const { name, vatNumber } = await checkedNumber(tx, companyId, body.vatNumber);
      const nothing = { consultationNumber: null, registeredName: null };
      const { result, evidence = null } = body;
      // Noon of that day, or now if that is earlier: a check made later today takes precedence.
      const checkedAt = isDay ? await instantOn(tx, body.checkedAt) : enteredAt;
      const check = { companyId, vatNumber, result, checkedAt, evidence, ...nothing };
      return saveCheck(tx, actor, { ...check, source: "OPERATOR", name });
    });
    return read(id);
  });

  serve(contract.requestViesCheck, async ({ params: { id: companyId }, body, actor }) => {
    const requested = { companyId, given: body.vatNumber };
    return read(await checkAndSave(db, settings, viesUrl, actor, requested));
  });
}
