import type { FieldErrors, Resolver } from "react-hook-form";
import { set } from "react-hook-form";
import { periodFault } from "@tonneline/contract/vintages";
import { i18n } from "../../../lib/i18n.ts";
import type { Base } from "./base.ts";
import { projectBody, schemaOfProject, schemaOfVintage, vintageBody } from "./body.ts";
import type { ProjectFields } from "./form.ts";

/** A validation error at a field of the form. */
export interface Fault {
  path: string;
  message: string;
}

/** Maps paths in a request body to paths in the form; the first match wins. */
const formPaths: [body: RegExp, form: string][] = [
  [/^projectTypeId$/, "projectType"],
  [/^registryId$/, "registry"],
  [/^projectDeveloperId$/, "developer"],
  [/^auditorId$/, "auditor"],
  [/^sustainableDevelopmentGoals.*/, "goals"],
  [/^countries.*/, "countries"],
  [/^youtubeVideos\.(\d+)$/, "videos.$1.address"],
  [/^financingDetails\.financingOpportunity\.(from|to)$/, "financing.$1"],
  [/^financingDetails\.averagePricePerCredit$/, "financing.price"],
  [/^financingDetails\.creditingPeriod.*/, "financing.creditingPeriod"],
  [/^financingDetails\.(\w+)$/, "financing.$1"],
  [/^sponsoringDetails\.sponsoringOpportunity\.(from|to)$/, "sponsoring.$1"],
  [/^sponsoringDetails\.(\w+)$/, "sponsoring.$1"],
];

/** Maps a path in the project's request body to a field of the form: a whole list to a field of its last row. */
export function formPathOf(bodyPath: string, { labels, videos }: ProjectFields): string {
  if (bodyPath === "labels") return `labels.${labels.length - 1}.detail`;
  if (bodyPath === "youtubeVideos") return `videos.${videos.length - 1}.address`;
  const mapping = formPaths.find(([pattern]) => pattern.test(bodyPath));
  return mapping ? bodyPath.replace(mapping[0], mapping[1]) : bodyPath;
}

interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
  input?: unknown;
}

/** Rephrases the library's message, which speaks of types, for the users of a form. */
function messageOf({ code, path, message }: Issue): string {
  const field = String(path.at(-1));
  if (field.endsWith("Id") && code === "invalid_type") return i18n.t("editor.wrong.choose");
  if (code === "invalid_type" && field === "creditingPeriod") return i18n.t("editor.wrong.years");
  if (code === "invalid_type") return i18n.t("editor.wrong.number");
  if (code === "invalid_format" && /^(from|to|asOf|period)/.test(field))
    return i18n.t("editor.wrong.day");
  return message;
}

/** A row that was added but not filled in: nobody wants a vintage without tonnes and price. */
const isEmptyRow = ({ vintageId, credits, price }: ProjectFields["vintages"][number]) =>
  vintageId === null && credits.trim() === "" && price.trim() === "";

/** Returns the errors that prevent saving; only what would be sent is validated, since old data may violate new rules. */
export function validationErrorsOf(base: Base, fields: ProjectFields): Fault[] {
  const body = projectBody(base, fields);
  const own = body ? (schemaOfProject(base).safeParse(body).error?.issues ?? []) : [];
  const faults = own.map((issue) => ({
    path: formPathOf(issue.path.join("."), fields),
    message: messageOf(issue),
  }));
  fields.vintages.forEach((row, index) => {
    const change = vintageBody(base, row);
    if (!change) return;
    if (isEmptyRow(row))
      faults.push({ path: `vintages.${index}.credits`, message: i18n.t("editor.wrong.emptyRow") });
    for (const issue of schemaOfVintage(row).safeParse(change).error?.issues ?? [])
      faults.push({
        path: `vintages.${index}.${issue.path.join(".")}`,
        message: messageOf(issue),
      });
    const period = ["year", "periodStart", "periodEnd"].some((column) => column in change)
      ? periodFault({ ...row, year: Number(row.year) })
      : undefined;
    if (period) faults.push({ ...period, path: `vintages.${index}.${period.path}` });
  });
  return faults;
}

const rowLists: readonly string[] = ["vintages", "labels", "videos"];

/**
 * Validates the form with the contract's schemas, as it would be sent over the current base. When rows were added, removed
 * or moved, the library names their list: a field that was not marked before, such as an empty one of a new row, stays so.
 */
export function createResolver(
  base: () => Base,
  isMarked: (path: string) => boolean,
): Resolver<ProjectFields> {
  return (fields, _context, { names }) => {
    const marksNew = !names?.every((name) => rowLists.includes(name));
    const errors: FieldErrors<ProjectFields> = {};
    for (const { path, message } of validationErrorsOf(base(), fields).toReversed())
      if (marksNew || isMarked(path)) set(errors, path, { type: "server", message });
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: fields, errors: {} };
  };
}
