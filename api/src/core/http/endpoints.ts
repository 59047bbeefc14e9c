import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "@tonneline/contract/endpoint";

const folder = path.resolve(import.meta.dirname, "../../../../contract/src");

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
      exported: (await import(pathToFileURL(path.join(folder, file)).href)) as object,
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
