import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { z } from "zod";

const folder = path.resolve(import.meta.dirname, "../../../../contract/src");

export interface NamedEndpoint {
  name: string;
  /** The name of the contract's module that exports it. */
  module: string;
  endpoint: Endpoint;
}

/** Returns every endpoint that the contract declares, with the name of its export. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  return (await exports()).flatMap(({ name, module, value }) =>
    isEndpoint(value) ? [{ name, module, endpoint: value }] : [],
  );
}

/** Returns the object shapes that the contract exports, by name: those that answers and bodies consist of. */
export async function allShapes(): Promise<Map<string, z.ZodType>> {
  const isThing = (value: unknown) => value instanceof z.ZodObject || value instanceof z.ZodUnion;
  const things = (await exports()).filter(({ value }) => isThing(value));
  return new Map(things.map(({ name, value }) => [name, value as z.ZodType]));
}

async function exports() {
  const files = (await readdir(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules = await Promise.all(
    files.map(async (file) => ({
      module: path.basename(file, ".ts"),
      exported: (await import(pathToFileURL(path.join(folder, file)).href)) as object,
    })),
  );
  return modules.flatMap(({ module, exported }) =>
    Object.entries(exported).map(([name, value]) => ({ name, module, value: value as unknown })),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" &&
    value !== null &&
    "method" in value &&
    "path" in value &&
    "access" in value
  );
}
