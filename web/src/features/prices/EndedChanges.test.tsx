import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { startedChanges } from "./startedChanges.ts";
import { EndedChanges } from "./EndedChanges.tsx";
import { RuleDialog } from "./RuleDialog.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/prices.ts";
import "../../locales/en/table.ts";

const tree = { id: 1, project: { id: 9, name: "Tree" }, year: 2020, version: 1, carts: 0 };
const peat = { ...tree, id: 2, project: { id: 8, name: "Peat" } };
const done = { id: 1, code: null, detail: null };
const changed = { id: 2, code: "VERSION_CONFLICT", detail: "Noor changed this." };

let run: object;
const server = serverOf({
  "POST /api/v1/management/prices/preview": () => {
    const rows = [tree, peat].map((row) => ({ ...row, price: 100, after: 110 }));
    const notified = { carts: 0, shortlists: 0 };
    return Response.json({ rows, leftOut: [], unchanged: 0, told: notified });
  },
  "POST /api/v1/management/prices/changes": () => Response.json({ id: 3 }),
  "GET /api/v1/management/prices/changes/3": () => Response.json(run),
});

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", server);
  run = { id: 3, total: 2, state: "RUNNING", results: [done] };
});

/** Changes two prices in the dialog. */
async function change() {
  showPage(() => <RuleDialog ids={[1, 2]} onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText("How much"), { target: { value: "10" } });
  fireEvent.click(await screen.findByRole("button", { name: /^Change 2/ }));
}

const ends = (last: object) => {
  run = { id: 3, total: 2, state: "DONE", results: [done, last] };
};

test("Prices that a change left as they were are reported after its dialog is gone, until dismissed", async () => {
  await change();
  await waitFor(() => expect(startedChanges()).toHaveLength(1));
  // The page is left or reloaded.
  cleanup();
  showPage(EndedChanges);
  ends(changed);
  const title = "Of 2 prices to be changed, one stayed as it was:";
  expect(await screen.findByText(title, {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getByText("Peat, 2020: Noor changed this.")).toBeVisible();
  expect(screen.queryByText(/Tree/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(title)).toBeNull();
  expect(startedChanges()).toEqual([]);
});

test("What the dialog has reported, or has nothing to report, is not reported again", async () => {
  ends(changed);
  await change();
  expect(await screen.findByText("Not done: Noor changed this.")).toBeInTheDocument();
  expect(startedChanges()).toEqual([]);
  cleanup();

  run = { id: 3, total: 2, state: "RUNNING", results: [done] };
  await change();
  await waitFor(() => expect(startedChanges()).toHaveLength(1));
  cleanup();
  ends({ ...changed, code: null, detail: null });
  showPage(EndedChanges);
  await waitFor(() => expect(startedChanges()).toEqual([]), { timeout: 5000 });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Without storage space the prices are still changed, and the dialog reports the result", async () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  await change();
  await waitFor(() => expect(full).toHaveBeenCalled());
  ends(changed);
  expect(
    await screen.findByText("Not done: Noor changed this.", {}, { timeout: 5000 }),
  ).toBeVisible();
});
