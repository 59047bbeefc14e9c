import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { CatalogueImport } from "@tonneline/contract/imports";
import { expect, it } from "vitest";
import { Refusal } from "../../lib/api.ts";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { tokenFor } from "../../test/tokens.ts";
import { useImportRun } from "./useImportRun.ts";

/** Renders the hook for an import, with previously cached queries. */
function used(run: CatalogueImport, read: string[][] = []) {
  const client = new QueryClient();
  for (const key of read) client.setQueryData(key, []);
  const hook = renderHook((props) => useImportRun(props.run), {
    initialProps: { run },
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return { client, ...hook };
}

it("starts with the columns of a file that replaced one of the same name and size", () => {
  const runOf = (columns: string[], name: string) =>
    ({
      id: 7,
      status: "DRAFT",
      files: { projects: { name: "projects.csv", bytes: 900, columns }, vintages: null },
      mapping: { projects: { name: { column: name } } },
    }) as unknown as CatalogueImport;
  const { result, rerender } = used(runOf(["Nome"], "Nome"));
  const chosen = runOf([], "Other").mapping;
  act(() => result.current.setMapping(chosen));
  rerender({ run: runOf(["Nome"], "Nome") });
  expect(result.current.mapping).toBe(chosen);

  const corrected = runOf(["Name"], "Name");
  rerender({ run: corrected });
  expect(result.current.mapping).toEqual(corrected.mapping);
});

it("shows a refusal until the files change, and refetches if it may be stale", async () => {
  const runOf = (bytes: number, status = "DRAFT") =>
    ({
      id: 7,
      status,
      files: { projects: { name: "projects.csv", bytes, columns: [] }, vintages: null },
      mapping: {},
    }) as unknown as CatalogueImport;
  const refusal = (code: string) =>
    new Refusal({ type: "", title: "", status: 409, code, detail: "" } as ConstructorParameters<
      typeof Refusal
    >[0]);
  const { client, result, rerender } = used(runOf(900));
  const isRead = () => client.getQueryState(["management", "imports"])!.isInvalidated;
  client.setQueryData(["management", "imports"], {});

  await act(() => result.current.act(() => Promise.reject(refusal("VALIDATION_FAILED"))));
  expect(result.current.failure).toMatchObject({ code: "VALIDATION_FAILED" });
  expect(isRead()).toBe(false);
  rerender({ run: runOf(901) });
  expect(result.current.failure).toBeUndefined();

  for (const code of ["VERSION_CONFLICT", "INVALID_TRANSITION"]) {
    client.setQueryData(["management", "imports"], {});
    await act(() => result.current.act(() => Promise.reject(refusal(code))));
    expect(isRead()).toBe(true);
  }
});

it("is locked while checking, importing, or sending an action", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  const runOf = (status: string) =>
    ({ id: 7, status, files: {}, mapping: {} }) as unknown as CatalogueImport;
  const { result, rerender } = used(runOf("DRAFT"));
  expect(result.current.locked).toBe(false);
  const requested = Promise.withResolvers<void>();
  let done: Promise<boolean>;
  act(() => void (done = result.current.act(() => requested.promise)));
  expect(result.current.locked).toBe(true);
  requested.resolve();
  await act(() => done);
  expect(result.current.locked).toBe(false);
  rerender({ run: runOf("CHECKING") });
  expect(result.current.locked).toBe(true);
  rerender({ run: runOf("IMPORTED") });
  expect(result.current.locked).toBe(true);
  clearTokens();
});

it("refreshes the catalogue when an import completes, but not if it had completed before", async () => {
  const runOf = (status: string) =>
    ({ id: 7, status, files: {}, mapping: {} }) as unknown as CatalogueImport;
  const isStale = ({ client }: ReturnType<typeof used>) =>
    shown.map((key) => client.getQueryState(key)!.isInvalidated);
  const shown = [
    ["management", "projects"],
    ["projects", "list"],
  ];
  const over = used(runOf("IMPORTED"), shown);
  expect(isStale(over)).toEqual([false, false]);
  const working = used(runOf("IMPORTING"), shown);
  working.rerender({ run: runOf("IMPORTED") });
  await expect.poll(() => isStale(working)).toEqual([true, true]);
});
