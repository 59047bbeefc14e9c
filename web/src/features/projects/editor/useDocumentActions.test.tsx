import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ProjectDocument } from "@tonneline/contract/catalogue";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { Unsaved } from "../../../ui/unsaved.ts";
import { keys } from "./editor.queries.ts";
import { useDocumentActions } from "./useDocumentActions.ts";

const base = "/api/v1/management/projects/7";
const file = new File(["%PDF-"], "report.pdf");
const document = (documentId: number): ProjectDocument => ({
  documentId,
  name: `Report ${documentId}`,
  url: `/api/v1/documents/${documentId}`,
  bytes: 10,
});

function show() {
  const client = new QueryClient();
  client.setQueryData(keys.one(7), { documents: [1, 2, 3].map(document) });
  const underWay = { current: 0 };
  const shown = () => client.getQueryData<{ documents: ProjectDocument[] }>(keys.one(7))!.documents;
  const { result, rerender } = renderHook(() => useDocumentActions(7, shown()), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <Unsaved value={underWay}>{children}</Unsaved>
      </QueryClientProvider>
    ),
  });
  return { actions: result, rerender, underWay };
}

it("moves a document again from its new position, before the server has responded", async () => {
  const response = Promise.withResolvers<Response>();
  const server = serverOf({ [`PATCH ${base}/documents`]: () => response.promise });
  vi.stubGlobal("fetch", server);
  const { actions, rerender } = show();
  act(() => actions.current.move(0, 1));
  rerender();
  act(() => actions.current.move(1, 2));
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  expect(server.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))).toEqual([
    { documentIds: [2, 1, 3] },
    { documentIds: [2, 3, 1] },
  ]);
});

it("guards against a reload while a file is being uploaded", async () => {
  const stored = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", serverOf({ [`POST ${base}/documents`]: () => stored.promise }));
  const { actions, underWay } = show();
  let uploaded: Promise<void> | undefined;
  act(() => {
    uploaded = actions.current.upload(file);
  });
  expect(underWay.current).toBe(1);
  await act(async () => {
    stored.resolve(Response.json({}, { status: 201 }));
    await uploaded;
  });
  expect(underWay.current).toBe(0);
});

it("shows why the server refuses a file", async () => {
  const message = "A project has at most 100 documents";
  const problem = {
    type: "about:blank",
    title: "Some fields are missing or not valid.",
    status: 400,
    code: "VALIDATION_FAILED",
    detail: "Some fields are missing or not valid.",
    fieldErrors: [{ path: "file", message }],
  };
  const refuse = () => Response.json(problem, { status: 400 });
  vi.stubGlobal("fetch", serverOf({ [`POST ${base}/documents`]: refuse }));
  const { actions } = show();
  await act(() => actions.current.upload(file));
  expect(actions.current.failure).toBe(message);
});
