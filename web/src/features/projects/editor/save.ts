import { updateProject, createProject } from "@tonneline/contract/projects";
import type { RequestOf } from "@tonneline/contract/endpoint";
import type { ManagedProject } from "@tonneline/contract/projects";
import { call, fieldErrorsOf } from "../../../lib/api.ts";
import { baseOf, type Base } from "./base.ts";
import { saveBody } from "./body.ts";
import { formPathOf, type Fault } from "./check.ts";
import { differences, applyFacts } from "./facts.ts";
import type { ProjectFields } from "./form.ts";

/** The saved state. */
export interface Saved {
  project: ManagedProject;
  base: Base;
  /** Maps the former keys of new rows to their current ones. */
  renamed: Record<string, string>;
}

/** Why nothing was saved, with the fields that the server refused. */
export interface SaveFailure {
  error: unknown;
  faults: Fault[];
}

/** A save as sent. */
export interface Attempt {
  /** Its idempotency key. */
  key: string;
  base: Base;
  fields: ProjectFields;
}

// The contract's schemas have already validated the body.
type BodyOf<E extends Parameters<typeof call>[0]> =
  RequestOf<E> extends { body: infer B } ? B : never;

/** Saves all differences, the project's own fields and its vintages, in one call: all or nothing, and once per key. */
export async function saveAll(
  projectId: number | undefined,
  { key, base, fields }: Attempt,
): Promise<Saved | SaveFailure> {
  const { body, added, changed } = saveBody(base, fields);
  const options = { idempotencyKey: key };
  try {
    const project =
      projectId === undefined
        ? await call(createProject, { body: body as BodyOf<typeof createProject> }, options)
        : await call(
            updateProject,
            {
              params: { id: String(projectId) },
              body: body as BodyOf<typeof updateProject>,
            },
            options,
          );
    const ids = project.newVintageIds ?? [];
    const renamed = Object.fromEntries(added.map((row, nth) => [row.key, `v${ids[nth]}`]));
    return { project, base: baseOf(project), renamed };
  } catch (error) {
    const sent = { newVintages: added, changedVintages: changed };
    const faults = fieldErrorsOf(error).map(({ path, message }) => ({
      path: rowPathOf(path, sent, fields) ?? formPathOf(path, fields),
      message,
    }));
    return { error, faults };
  }
}

/** Returns where the form shows a path of the body about one of the vintages sent; undefined for any other path. */
function rowPathOf(
  path: string,
  sent: Record<"newVintages" | "changedVintages", ProjectFields["vintages"]>,
  { vintages }: ProjectFields,
): string | undefined {
  const [, list, index, column] = /^(newVintages|changedVintages)\.(\d+)\.(.+)$/.exec(path) ?? [];
  const row = list && sent[list as keyof typeof sent][Number(index)];
  return row && `vintages.${vintages.indexOf(row)}.${column}`;
}

/**
 * Returns the form after a save: as saved, plus what was typed meanwhile. `sent` is the form at its start, `now` at its
 * end.
 */
export function afterSave(
  { base, renamed }: Pick<Saved, "base" | "renamed">,
  sent: ProjectFields,
  now: ProjectFields,
): ProjectFields {
  const nameOf = (key: string) => renamed[key] ?? key;
  const typed = differences(sent, now).map((fact) =>
    fact.kind === "field" ? fact : { ...fact, vintage: nameOf(fact.vintage) },
  );
  const vintages = now.vintages.map((row) => ({ ...row, key: nameOf(row.key) }));
  const fields = applyFacts(base.fields, { ...now, vintages }, typed);
  const shown = now.vintages.map(({ key, shownAs = key }) => [nameOf(key), shownAs] as const);
  const shownAs = new Map(shown.filter(([key, before]) => key !== before));
  for (const row of fields.vintages) {
    const before = shownAs.get(row.key);
    if (before) row.shownAs = before;
  }
  return fields;
}
