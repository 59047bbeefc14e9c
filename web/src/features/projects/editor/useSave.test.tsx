import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { managedProject as project } from "../../../test/managedProject.ts";
import { serverOf } from "../../../test/network.ts";
import { newVintage } from "./form.ts";
import { useEditorForm } from "./useEditorForm.ts";

afterEach(() => sessionStorage.clear());

interface Sent {
  key: string;
  body: { name?: string; newVintages?: { year: number }[]; version: number };
}

/** A server that keeps what takes effect, by key as the real one does, and whose responses are lost while `loses`; it refuses all while `isBusy`. */
function shelf() {
  const kept: Sent[] = [];
  const state = { loses: true, reaches: true, isBusy: false };
  const current = () => ({
    ...project,
    ...kept.find(({ body }) => body.name)?.body,
    version: 1 + kept.filter(({ body }) => body.name).length,
    vintages: kept
      .flatMap(({ body }) => body.newVintages ?? [])
      .map((row, index) => ({
        ...row,
        id: index + 1,
        version: 1,
        ...Object.fromEntries(
          ["creditType", "claimType", "impactType", "status"].map((name) => [
            name,
            { id: (row as Record<string, unknown>)[name], name: "" },
          ]),
        ),
        methodology: "",
        stock: { issued: 0, available: 0 },
      })),
  });
  const answer = ({ body }: Sent) => ({
    ...current(),
    ...(body.newVintages && { newVintageIds: body.newVintages.map((_, index) => index + 1) }),
  });
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/projects/7": () => Response.json(current()),
      "PATCH /api/v1/management/projects/7": (_, init) => {
        const sent: Sent = {
          key: (init!.headers as Record<string, string>)["idempotency-key"]!,
          body: JSON.parse(String(init!.body)),
        };
        if (state.isBusy) {
          const refused = { status: 429, code: "RATE_LIMITED", detail: "Later" };
          return Response.json(refused, { status: 429 });
        }
        const before = kept.find(({ key }) => key === sent.key);
        if (before && JSON.stringify(before.body) !== JSON.stringify(sent.body)) {
          const refused = { status: 422, code: "IDEMPOTENCY_KEY_REUSED", detail: "Used" };
          return Response.json(refused, { status: 422 });
        }
        if (!before && state.reaches) kept.push(sent);
        if (state.loses) throw new TypeError("lost");
        return Response.json(answer(sent));
      },
    }),
  );
  return { kept, state };
}

function openEditor() {
  const client = new QueryClient();
  const { result } = renderHook(() => useEditorForm(project), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const add = (year: string) =>
    act(() => {
      const rows = result.current.form.getValues("vintages");
      result.current.form.setValue("vintages", [...rows, { ...newVintage(), year }]);
    });
  const save = () => act(() => result.current.save());
  return { editor: () => result.current, add, save };
}

const years = (kept: readonly Sent[]) =>
  kept.map(({ body }) => body.newVintages?.map(({ year }) => year) ?? []);

test("A vintage whose save got no response is added once by saving again", async () => {
  const { kept, state } = shelf();
  const { editor, add, save } = openEditor();
  add("2024");
  expect(await save()).toBeUndefined();
  state.loses = false;
  expect(await save()).toBe(7);
  expect(years(kept)).toEqual([[2024]]);
  expect(editor().isUnsaved()).toBe(false);

  // From here on it is another save, even if it is the same again.
  add("2024");
  expect(await save()).toBe(7);
  expect(years(kept)).toEqual([[2024], [2024]]);
});

test("A vintage whose save got no response is added once, although the next save came too soon", async () => {
  const { kept, state } = shelf();
  const { add, save } = openEditor();
  add("2024");
  await save();
  Object.assign(state, { loses: false, isBusy: true });
  expect(await save()).toBeUndefined();
  state.isBusy = false;
  expect(await save()).toBe(7);
  expect(years(kept)).toEqual([[2024]]);
});

test("What is typed after a save without a response is saved over it, or with it", async () => {
  for (const reaches of [true, false]) {
    const { kept, state } = shelf();
    const { editor, add, save } = openEditor();
    state.reaches = reaches;
    add("2024");
    await save();
    Object.assign(state, { loses: false, reaches: true });
    add("2025");
    act(() => editor().form.setValue("name", "Kwale County"));
    expect(await save()).toBe(7);
    expect(years(kept)).toEqual(reaches ? [[2024], [2025]] : [[2024, 2025]]);
    expect(kept.at(-1)!.body.name).toBe("Kwale County");
    expect(editor().isUnsaved()).toBe(false);
    sessionStorage.clear();
  }
});

test("A vintage that was taken out again after a save that never arrived is not added", async () => {
  const { kept, state } = shelf();
  const { editor, add, save } = openEditor();
  state.reaches = false;
  add("2024");
  await save();
  Object.assign(state, { loses: false, reaches: true });
  act(() => editor().discard());
  act(() => editor().form.setValue("name", "Kwale County"));
  expect(await save()).toBe(7);
  expect(kept.map(({ body }) => body)).toEqual([{ name: "Kwale County", version: 1 }]);
});
