import { directory, type DirectoryList } from "@tonneline/contract/directory";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { usesView } from "../../core/uses.ts";
import { changeEntry, createEntry, mergeEntry, removeEntry } from "./directory.service.ts";
import { entriesOf, entryRow, usesOf, type DirectoryRow } from "./directory.sql.ts";

const columnsOf = (list: DirectoryList): CsvColumns<DirectoryRow> => [
  ["Id", (row) => row.id],
  ["Name", (row) => row.name],
  ...(list === "projectTypes" ? [["Scope", (row: DirectoryRow) => row.scope] as const] : []),
  ["Projects", (row) => row.projects],
];

/** Serves the operators' calls for one of the lists that projects choose from. */
export function directoryRoutes(serve: Serve, db: Db, list: DirectoryList): void {
  const contract = directory[list];
  const listed = entriesOf(list);
  const fileName = contract.list.path.slice("/management/".length);
  const read = async (id: number) => (await entryRow(db, list, id)) ?? refuse("NOT_FOUND");

  serve(
    contract.list,
    ({ query }) => listed.page(db, query, (row) => row),
    ({ query }) => csvFile(fileName, columnsOf(list), listed.stream(db, query)),
  );
  serve(contract.get, ({ params }) => read(params.id));
  serve(contract.create, async ({ actor, body, once }) =>
    read(await once(db, (tx) => createEntry(tx, actor, list, body))),
  );
  serve(contract.change, async ({ actor, params, body }) => {
    await changeEntry(db, actor, list, params.id, body);
    return read(params.id);
  });
  serve(contract.uses, async ({ params }) => {
    await read(params.id);
    return usesView(await usesOf(db, list, params.id));
  });
  serve(contract.remove, ({ actor, params }) => removeEntry(db, actor, list, params.id));
  serve(contract.merge, async ({ actor, params, body: { intoId }, once }) => {
    await once(db, (tx) => mergeEntry(tx, actor, list, params.id, intoId));
    return read(intoId);
  });
}
