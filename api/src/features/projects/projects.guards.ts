import type { RefusalCode } from "@tonneline/contract/refusals";
import { Refusal, refuse, refuseField } from "../../core/errors.ts";

// By the constraint name that the database reports.
const fieldOf: Record<string, [path: string, message: string]> = {
  projects_external_key: ["externalId", "Another project has this ID"],
  projects_registry_id_fkey: ["registryId", "This registry no longer exists"],
  projects_developer_id_fkey: ["projectDeveloperId", "This developer no longer exists"],
  projects_auditor_id_fkey: ["auditorId", "This auditor no longer exists"],
  projects_project_type_id_fkey: ["projectTypeId", "This project type no longer exists"],
};

/** Runs a statement that writes a project; turns a violated constraint into VALIDATION_FAILED for its field. */
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
 * Runs the part of a request whose body is at `path`: prefixes the paths of refused fields with it,
 * and maps refusal codes that mean something else there.
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
