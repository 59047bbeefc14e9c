import * as contract from "@tonneline/contract/people";
import type { ManagedUser } from "@tonneline/contract/people";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { usesView } from "../../core/uses.ts";
import { isFixedRole } from "./people.rules.ts";
import {
  blockPerson,
  changePerson,
  changeRole,
  createRole,
  removeRole,
  unblockPerson,
} from "./people.service.ts";
import { holdersOf, listedPeople, person, roleRows, type PersonRow } from "./people.sql.ts";
import { personView } from "./people.view.ts";

const columns: CsvColumns<PersonRow> = [
  ["Id", (row) => row.id],
  ["Email", (row) => row.username],
  ["First name", (row) => row.firstName],
  ["Last name", (row) => row.lastName],
  ["Phone", (row) => row.phone],
  ["Company", (row) => row.companyName],
  ["Role", (row) => row.roleName],
  ["Standing", (row) => row.standing],
  ["Reason of the block", (row) => row.blockedReason],
  ["Registered (UTC)", (row) => row.registeredAt.toISOString()],
  ["Last login (UTC)", (row) => row.lastLoginAt?.toISOString()],
  ["Last purchase (UTC)", (row) => row.lastPurchaseAt?.toISOString()],
  ["Bought (t)", (row) => row.totalPurchasedVolume],
  ["Partner", (row) => row.partnerName],
  ["Partner's own ID", (row) => row.referalExternalId],
];

/** Routes for operators who manage accounts and roles. */
export function peopleRoutes(
  serve: Serve,
  db: Db,
  invalidateCallersOf: (userId: number) => void,
): void {
  async function read(userId: number): Promise<ManagedUser> {
    return personView((await person(db, userId)) ?? refuse("NOT_FOUND"));
  }

  async function roles() {
    return (await roleRows(db)).map((row) => ({ ...row, fixed: isFixedRole(row.name) }));
  }
  const role = async (roleId: number) =>
    (await roles()).find(({ id }) => id === roleId) ?? refuse("NOT_FOUND");

  serve(
    contract.listUsers,
    ({ query }) => listedPeople.page(db, query, personView),
    ({ query }) => csvFile("users", columns, listedPeople.stream(db, query)),
  );

  serve(contract.getUser, ({ params }) => read(params.id));

  serve(contract.updateUser, async ({ actor, caller, params, body }) => {
    await changePerson(db, actor, caller.permissions, params.id, body);
    invalidateCallersOf(params.id);
    return read(params.id);
  });

  serve(contract.blockUser, async ({ actor, caller, params, body }) => {
    const reason = body?.reason ?? "No reason given";
    await blockPerson(db, actor, caller.permissions, params.id, reason);
    invalidateCallersOf(params.id);
    return read(params.id);
  });

  serve(contract.unblockUser, async ({ actor, caller, params }) => {
    await unblockPerson(db, actor, caller.permissions, params.id);
    invalidateCallersOf(params.id);
    return read(params.id);
  });

  serve(contract.listRoles, async ({ query }) => pageWithin(await roles(), query));

  serve(contract.createRole, async ({ actor, caller, body, once }) =>
    role(await once(db, (tx) => createRole(tx, actor, caller.permissions, body))),
  );

  serve(contract.updateRole, async ({ actor, caller, params, body }) => {
    await changeRole(db, actor, caller.permissions, params.id, body);
    return role(params.id);
  });

  serve(contract.getRoleUses, async ({ params }) => {
    await role(params.id);
    return usesView(await holdersOf(db, params.id));
  });

  serve(contract.deleteRole, ({ actor, caller, params }) =>
    removeRole(db, actor, caller.permissions, params.id),
  );
}
