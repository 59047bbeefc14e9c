import type { RefusalCode } from "@tonneline/contract/refusals";
import { Refusal, refuse, refuseField } from "../../core/errors.ts";

// By the name of the constraint that the database reports.
const fieldOf: Record<string, [path: string, message: string]> = {
  projects_external_key: ["externalId", "Another project has this id"],
  projects_registry_id_fkey: ["registryId", "This registry does not exist any more"],
  projects_developer_id_fkey: ["projectDeveloperId", "This developer does not exist any more"],
  projects_auditor_id_fkey: ["auditorId", "This auditor does not exist any more"],
  projects_project_type_id_fkey: ["projectTypeId", "This project type does not exist any more"],
};

/** Runs a statement that writes a project; VALIDATION_FAILED at the field that the database refused. */
export async function guardProject<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const [path, message] = fieldOf[(error as { constraint?: string }).constraint ?? ""] ?? [];
    if (path === undefined || message === undefined) throw error;
    return refuseField(path, message);
  }
}

/**
 * Runs the part of a body that stands at `path`: the fields that it is refused for are named from the whole body, and a
 * code may mean another one there.
 */
export async function guardRow<T>(
  path: string,
  work: Promise<T>,
  codes: Partial<Record<RefusalCode, RefusalCode>> = {},
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fieldErrors, ...facts } = error.facts;
    return refuse(codes[error.code] ?? error.code, {
      ...facts,
      ...(fieldErrors && {
        fieldErrors: fieldErrors.map((each) => ({ ...each, path: `${path}.${each.path}` })),
      }),
    });
  }
}
