import type { Endpoint } from "@tonneline/contract/endpoint";
import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { paths } from "../lib/paths.ts";
import { storeTokens } from "../lib/session.ts";
import { showPage } from "../test/page.tsx";
import { tokenFor } from "../test/tokens.ts";
import { managementKeys, managementPages } from "./managementPages.ts";

const modules = import.meta.glob<Record<string, Partial<Endpoint> | undefined>>(
  ["../../../contract/src/*.ts", "!../../../contract/src/*.test.ts"],
  { eager: true },
);
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((each): each is Endpoint => typeof each?.access === "string" && each.path !== undefined);

/** Returns what a request requires: a permission, or a kind of session. */
function accessOf(method: string, pathname: string): string | undefined {
  const path = pathname.replace("/api/v1", "");
  const matches = endpoints.filter(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
  );
  return (matches.find((each) => each.path === path) ?? matches[0])?.access;
}

// Without a record's id these pages have nothing to request.
const ofOneRecord = ["managementProject", "managementCompany", "managementImport"];
const cases = managementKeys
  .filter((key) => !ofOneRecord.includes(key))
  .flatMap((key) => managementPages[key].permissions.map((permission) => ({ key, permission })));

it.each(cases)("$key requests only what $permission alone allows", async ({ key, permission }) => {
  storeTokens({ authToken: tokenFor({ permissions: [permission] }), refreshToken: "r" });
  const requested: (string | undefined)[] = [];
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, "http://localhost");
    requested.push(accessOf(init?.method ?? "GET", pathname));
    return new Promise(() => {});
  });
  const { component } = managementPages[key];
  await component.preload?.();
  showPage(component as ComponentType as () => null, paths[key]);
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  const open = ["public", "optional", "signedIn", "admitted"];
  expect(requested.filter((access) => !open.includes(access!))).toEqual(
    requested.filter((access) => access === permission),
  );
});
