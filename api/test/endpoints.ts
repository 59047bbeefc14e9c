import type { Endpoint } from "@tonneline/contract/endpoint";
import { z } from "zod";

/** A path with its parameters filled in; a parameter with fixed values gets the first of them. */
export function pathOf(endpoint: Endpoint, parameter: string | number): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const schema: unknown = endpoint.params?.shape[name];
    return String(schema instanceof z.ZodEnum ? schema.options[0] : parameter);
  });
}

/** The additional query parameter that some lists require. */
export const neededOf = ({ path }: Endpoint) =>
  path.endsWith("/choices") ? "&list=developers" : "";

/** Whether it is one of the operators' lists. */
export function isManagedList(endpoint: Endpoint): boolean {
  return isList(endpoint) && endpoint.path.startsWith("/management/");
}

/** Whether it is a top-level list, not one within a record. */
export function isList({ list, path }: Endpoint): boolean {
  return list !== undefined && !path.includes(":");
}
