import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { CatalogueImport } from "@tonneline/contract/imports";
import { expect, it } from "vitest";
import { useImportRun } from "./useImportRun.ts";

it("begins with the columns of a file that took the place of one with its name and size", () => {
  const runOf = (columns: string[], name: string) =>
    ({
      id: 7,
      status: "DRAFT",
      files: { projects: { name: "projects.csv", bytes: 900, columns }, vintages: null },
      mapping: { projects: { name: { column: name } } },
    }) as unknown as CatalogueImport;
  const client = new QueryClient();
  const { result, rerender } = renderHook(({ run }) => useImportRun(run), {
    initialProps: { run: runOf(["Nome"], "Nome") },
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const chosen = runOf([], "Other").mapping;
  act(() => result.current.setMapping(chosen));
  rerender({ run: runOf(["Nome"], "Nome") });
  expect(result.current.mapping).toBe(chosen);

  const corrected = runOf(["Name"], "Name");
  rerender({ run: corrected });
  expect(result.current.mapping).toEqual(corrected.mapping);
});
