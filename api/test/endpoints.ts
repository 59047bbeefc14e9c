import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { z } from "zod";

const folder = path.resolve(import.meta.dirname, "../../contract/src");

export interface NamedEndpoint {
  name: string;
  /** The file of the contract that exports it, without its ending. */
  module: string;
  endpoint: Endpoint;
}

/** Every endpoint that the contract declares, with the name it is exported by. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const files = (await readdir(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file) => ({
      module: path.basename(file, ".ts"),
      exported: (await import(path.join(folder, file))) as object,
    })),
  );
  return modules.flatMap(({ module, exported }) =>
    Object.entries(exported)
      .filter(([, value]) => isEndpoint(value))
      .map(([name, endpoint]) => ({ name, module, endpoint: endpoint as Endpoint })),
  );
}

function isEndpoint(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "method" in value &&
    "path" in value &&
    "access" in value
  );
}

/** A path with its parameters filled in; one of a few words is the first of them. */
export function pathOf(endpoint: Endpoint, parameter: string | number): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const schema: unknown = endpoint.params?.shape[name];
    return String(schema instanceof z.ZodEnum ? schema.options[0] : parameter);
  });
}

/** What a list without a choice is asked for beside its own query. */
export const neededOf = ({ path }: Endpoint) =>
  path.endsWith("/choices") ? "&list=developers" : "";

/** Whether it is one of the operators' lists. */
export function isManagedList(endpoint: Endpoint): boolean {
  return isList(endpoint) && endpoint.path.startsWith("/management/");
}

/** Whether it is a list of more than one thing's rows. */
export function isList({ list, path }: Endpoint): boolean {
  return list !== undefined && !path.includes(":");
}
