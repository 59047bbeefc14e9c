import type { ManagedProject } from "@tonneline/contract/projects";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import { emptyFields, fieldsOf, vintageFieldsOf, type ProjectFields } from "./form.ts";

/** The saved state, as the form last received it: input is compared with it, and saved over these versions. */
export interface Base {
  /** 0 for a new project. */
  version: number;
  /** The version of each vintage by its id. */
  vintageVersions: Record<number, number>;
  fields: ProjectFields;
}

/** Returns the base of a project that is not saved yet. */
export function emptyBase(): Base {
  return { version: 0, vintageVersions: {}, fields: emptyFields() };
}

/** Returns the base of a project as the server returned it. */
export function baseOf(project: ManagedProject): Base {
  return {
    version: project.version,
    vintageVersions: Object.fromEntries(project.vintages.map(({ id, version }) => [id, version])),
    fields: fieldsOf(project),
  };
}

/** Updates the base after a vintage was changed outside the form. */
export function withVintage(base: Base, vintage: ManagedVintage): Base {
  const row = vintageFieldsOf(vintage);
  const { vintages } = base.fields;
  const known = vintages.some(({ key }) => key === row.key);
  return {
    ...base,
    vintageVersions: { ...base.vintageVersions, [vintage.id]: vintage.version },
    fields: {
      ...base.fields,
      vintages: known
        ? vintages.map((each) => (each.key === row.key ? row : each))
        : [...vintages, row],
    },
  };
}

/** Updates the base after a vintage was deleted. */
export function withoutVintage(base: Base, vintageId: number): Base {
  const vintages = base.fields.vintages.filter((row) => row.vintageId !== vintageId);
  return { ...base, fields: { ...base.fields, vintages } };
}

/** Whether a server response is at least as new in every part: an older one tells nothing about others' changes. */
export function isAtLeastAsNew(base: Base, answer: Base): boolean {
  return (
    answer.version >= base.version &&
    Object.entries(base.vintageVersions).every(
      ([id, version]) => (answer.vintageVersions[Number(id)] ?? version) >= version,
    )
  );
}
