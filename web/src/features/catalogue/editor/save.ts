import {
  changeProject,
  createProject,
  type ManagedProject,
} from "@tonneline/contract/managedProjects";
import {
  changeVintage,
  createVintage,
  type ManagedVintage,
} from "@tonneline/contract/managedVintages";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { call, fieldErrorsOf } from "../../../lib/api.ts";
import { withProject, withVintage, type Base } from "./base.ts";
import { projectBody, vintageBody } from "./body.ts";
import { formPathOf, type Fault } from "./check.ts";
import { differences, taking } from "./facts.ts";
import { vintageFieldsOf, type ProjectFields } from "./form.ts";

/** How far a save came: what is saved by now, and the form with the numbers that new things got. */
export interface Saved {
  projectId: number | undefined;
  base: Base;
  fields: ProjectFields;
  /** The keys that new rows of the grid had, by those that they have now. */
  renamed: Record<string, string>;
  /** Why it stopped, with the fields that the server refused. */
  failure?: { error: unknown; faults: Fault[] };
}

/**
 * Saves what differs: the project's own fields, then each vintage. The calls are one after the other, so that a refused
 * one leaves those before it saved and all that is typed in the form.
 */
export async function saveAll(
  projectId: number | undefined,
  base: Base,
  fields: ProjectFields,
): Promise<Saved> {
  let at: Saved = { projectId, base, fields, renamed: {} };
  let toForm = formPathOf;
  try {
    at = await saveFields(at);
    for (const [index, { key }] of fields.vintages.entries()) {
      toForm = (path) => `vintages.${index}.${path}`;
      at = await saveVintage(at, key);
    }
    return at;
  } catch (error) {
    const faults = fieldErrorsOf(error).map(({ path, message }) => ({
      path: toForm(path),
      message,
    }));
    return { ...at, failure: { error, faults } };
  }
}

async function saveFields(at: Saved): Promise<Saved> {
  const body = projectBody(at.base, at.fields);
  if (!body) return at;
  if (at.projectId === undefined) {
    const created = await call(createProject, { body: body as BodyOf<typeof createProject> });
    return withFields({ ...at, projectId: created.id }, created);
  }
  const params = { id: String(at.projectId) };
  const changed = await call(changeProject, {
    params,
    body: body as BodyOf<typeof changeProject>,
  });
  return withFields(at, changed);
}

function withFields(at: Saved, project: ManagedProject): Saved {
  const base = withProject(at.base, project);
  return { ...at, base, fields: { ...base.fields, vintages: at.fields.vintages } };
}

async function saveVintage(at: Saved, key: string): Promise<Saved> {
  const row = at.fields.vintages.find((each) => each.key === key);
  const body = row && vintageBody(at.base, row);
  if (!body || at.projectId === undefined) return at;
  const id = String(at.projectId);
  if (row.vintageId !== null) {
    const params = { id, vintageId: String(row.vintageId) };
    const changed = await call(changeVintage, {
      params,
      body: body as BodyOf<typeof changeVintage>,
    });
    return withRow(at, key, changed);
  }
  const created = await call(createVintage, {
    params: { id },
    body: body as BodyOf<typeof createVintage>,
  });
  return withRow(at, key, created);
}

function withRow(at: Saved, key: string, vintage: ManagedVintage): Saved {
  const row = vintageFieldsOf(vintage);
  const vintages = at.fields.vintages.map((each) => (each.key === key ? row : each));
  return {
    ...at,
    base: withVintage(at.base, vintage),
    fields: { ...at.fields, vintages },
    renamed: { ...at.renamed, [key]: row.key },
  };
}

// The contract's schemas have checked the bodies before.
type BodyOf<E extends Parameters<typeof call>[0]> =
  RequestOf<E> extends { body: infer B } ? B : never;

/** The form after a save: as saved, with what was typed while it ran. `sent` is the form at its start, `now` at its end. */
export function afterSave(saved: Saved, sent: ProjectFields, now: ProjectFields): ProjectFields {
  const nameOf = (key: string) => saved.renamed[key] ?? key;
  const typed = differences(sent, now).map((fact) =>
    fact.kind === "field" ? fact : { ...fact, vintage: nameOf(fact.vintage) },
  );
  const vintages = now.vintages.map((row) => ({ ...row, key: nameOf(row.key) }));
  return taking(saved.fields, { ...now, vintages }, typed);
}
