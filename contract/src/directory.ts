import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { id, idParams, listOf, typedText, uses, seenVersion } from "./shapes.ts";

/** An auditor, developer, registry or project type, with the number of projects that refer to it. */
export const directoryEntry = z.object({
  id,
  name: z.string(),
  /** Group of a project type: one of `projectScopes`, or as named in a registry's file; null in the other lists. */
  scope: z.string().nullable(),
  projects: z.int(),
  version: z.int(),
});
export type DirectoryEntry = z.output<typeof directoryEntry>;

export const directorySorts = ["name", "projects"] as const;
export const projectTypeSorts = [...directorySorts, "scope"] as const;
const name = typedText(1, 200);

/** Groups of project types, as the registries' database names them. */
export const projectScopes = [
  "Agriculture",
  "Carbon Capture & Storage",
  "Chemical Processes",
  "Engineered Removal",
  "Forestry & Land Use",
  "Household & Community",
  "Industrial & Commercial",
  "Renewable Energy",
  "Transportation",
  "Waste Management",
  "Other",
] as const;
export type ProjectScope = (typeof projectScopes)[number];
const scope = z.enum(projectScopes).optional();
const noScope = scope.refine((given) => given === undefined, {
  message: "Only project types have a scope",
});

/**
 * Declares the calls of one list; `address` is its path segment. Only project types have a scope: if omitted, that of a
 * known type of this name, or Other.
 */
function directoryOf<const L extends "auditors" | "developers" | "registries" | "project-types">(
  address: L,
) {
  const sorts = address === "project-types" ? projectTypeSorts : directorySorts;
  const scopeOf = address === "project-types" ? scope : noScope;
  const path = `/management/${address}` as const;
  const list = address.replace("-", " ");
  const one = `${path}/:id` as const;
  return {
    list: endpoint({
      method: "GET",
      path,
      access: "directory:read",
      summary: `All ${list}, with the number of their projects`,
      ...listOf(directoryEntry, { sorts }),
      csv: true,
    }),
    get: endpoint({
      method: "GET",
      path: one,
      access: "directory:read",
      summary: `One of the ${list}`,
      params: idParams,
      response: directoryEntry,
    }),
    create: endpoint({
      method: "POST",
      path,
      access: "directory:write",
      summary: `Add to the ${list}`,
      body: z.strictObject({ name, scope: scopeOf }),
      response: directoryEntry,
      status: 201,
      idempotent: true,
    }),
    change: endpoint({
      method: "PATCH",
      path: one,
      access: "directory:write",
      summary: `Change one of the ${list}, everywhere`,
      params: idParams,
      body: z.strictObject({ name, scope: scopeOf, version: seenVersion }),
      response: directoryEntry,
      refusals: ["VERSION_CONFLICT"],
    }),
    uses: endpoint({
      method: "GET",
      path: `${one}/uses`,
      access: "directory:write",
      summary: `What prevents the deletion of one of the ${list}`,
      params: idParams,
      response: uses,
    }),
    remove: endpoint({
      method: "DELETE",
      path: one,
      access: "directory:write",
      summary: `Delete one of the ${list} that no project uses`,
      params: idParams,
      response: noContent,
      refusals: ["IN_USE"],
    }),
    merge: endpoint({
      method: "POST",
      path: `${one}/merge`,
      access: "directory:write",
      summary: `Give all its projects to another of the ${list} and delete it`,
      params: idParams,
      body: z.strictObject({ intoId: id }),
      response: directoryEntry,
      idempotent: true,
      refusals: ["INVALID_TRANSITION", "IN_USE"],
    }),
  };
}

const auditors = directoryOf("auditors");
const developers = directoryOf("developers");
const registries = directoryOf("registries");
const projectTypes = directoryOf("project-types");

export const {
  list: listAuditors,
  get: getAuditor,
  create: createAuditor,
  change: updateAuditor,
  uses: getAuditorUses,
  remove: deleteAuditor,
  merge: mergeAuditor,
} = auditors;
export const {
  list: listDevelopers,
  get: getDeveloper,
  create: createDeveloper,
  change: updateDeveloper,
  uses: getDeveloperUses,
  remove: deleteDeveloper,
  merge: mergeDeveloper,
} = developers;
export const {
  list: listRegistries,
  get: getRegistry,
  create: createRegistry,
  change: updateRegistry,
  uses: getRegistryUses,
  remove: deleteRegistry,
  merge: mergeRegistry,
} = registries;
export const {
  list: listProjectTypes,
  get: getProjectType,
  create: createProjectType,
  change: updateProjectType,
  uses: getProjectTypeUses,
  remove: deleteProjectType,
  merge: mergeProjectType,
} = projectTypes;

/** The lists by name; each has the same calls. */
export const directory = { auditors, developers, registries, projectTypes };
export type DirectoryList = keyof typeof directory;
