import { expect, it } from "vitest";
import { auditColumns } from "../features/audit/columns.tsx";
import { entryColumns } from "../features/directory/columns.tsx";
import { mailColumns } from "../features/mails/mailColumns.tsx";
import { userColumns } from "../features/people/columns.tsx";
import { projectColumns } from "../features/projects/admin/columns.tsx";
import { reportColumns } from "../features/reports/admin/columns.tsx";
import { i18n } from "../lib/i18n.ts";

it.each([
  ["projects", projectColumns(i18n.t)],
  ["people", userColumns(i18n.t, {} as never)],
  ["reports", reportColumns(i18n.t, {} as never)],
  ["mails", mailColumns(i18n.t, {} as never)],
  ["the audit log", auditColumns(i18n.t, {} as never)],
  ["project types", entryColumns(i18n.t, "projectTypes")],
])("the list of %s has two lines on a phone, with one column per position", (_list, columns) => {
  const places = columns.flatMap(({ phone }) => phone ?? []);
  expect(places).toEqual(expect.arrayContaining(["name", "detail", "state"]));
  expect(new Set(places).size).toBe(places.length);
});
