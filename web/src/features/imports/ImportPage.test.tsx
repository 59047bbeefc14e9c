import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { ImportPage } from "./ImportPage.tsx";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: "7" }),
}));

const file = {
  name: "projects.csv",
  bytes: 900,
  rows: 6,
  columns: ["Nome", "Id"],
  sample: [["Peat", "V-1"]],
  known: false,
  remembered: false,
};
const draft = {
  id: 7,
  status: "DRAFT",
  createdAt: "2026-03-10T12:00:00.000Z",
  createdBy: "Noor",
  files: { projects: file, vintages: null },
  mapping: { projects: { name: { column: "Nome" } } },
  progress: null,
  waitsFor: null,
  checked: null,
  checkedAt: null,
  imported: null,
  importedAt: null,
  failure: null,
  version: 1,
};
const none = { new: 0, changed: 0, unchanged: 0, refused: 0 };
const counts = { projects: { ...none, new: 3, changed: 1, refused: 2 }, vintages: none };
const checked = {
  ...draft,
  status: "CHECKED",
  checked: { ...counts, notices: 0 },
  checkedAt: "2026-03-10T12:01:00.000Z",
  version: 4,
};
const refusal = {
  type: "",
  title: "",
  code: "VALIDATION_FAILED",
  detail: "Two columns are missing.",
  fieldErrors: [{ path: "mapping.projects.external_id", message: "Choose a column" }],
};

let now: object;
let sent: unknown[];

function begin(permissions: string[]) {
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  const one = "/api/v1/management/imports/7";
  const take = (call: string, response: () => Response) => [
    `${call.split(" ")[0]} ${one}${call.split(" ")[1] ?? ""}`,
    (_: URL, init?: RequestInit) => {
      sent.push([call, init?.body ? JSON.parse(String(init.body)) : undefined]);
      return response();
    },
  ];
  const mapped = [
    () => Response.json({ ...refusal, status: 400 }, { status: 400 }),
    () => Response.json({ ...draft, version: 3 }),
  ];
  const server = serverOf({
    [`GET ${one}`]: () => Response.json(now),
    [`GET ${one}/rows`]: () => Response.json({ content: [], totalElements: 0, counts: {} }),
    ...Object.fromEntries([
      take("PATCH", () => mapped.shift()!()),
      take("POST /check", () => Response.json(checked, { status: 202 })),
      take("POST /apply", () => Response.json({ ...checked, status: "IMPORTED" })),
    ]),
  });
  vi.stubGlobal("fetch", server);
  showPage(ImportPage);
}

beforeEach(() => {
  sent = [];
  return clearTokens;
});
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("files are checked with the chosen columns, and imported with the chosen handling of errors", async () => {
  now = draft;
  begin(["projects:read", "projects:write"]);
  await screen.findByRole("heading", { name: "3. Check" });
  const id = screen.getByRole("combobox", { name: "Column for ID at the registry" });
  press("Check the files");
  // Once at its field, and once above it.
  expect(await screen.findAllByText("Choose a column")).toHaveLength(2);
  await vi.waitFor(() => expect(id).toHaveFocus());
  // A refused check must not show up in a different dialog.
  press("Delete import");
  const confirmation = await dialog("Delete this import?");
  expect(confirmation.queryByText("Choose a column")).toBeNull();
  fireEvent.click(confirmation.getByRole("button", { name: "Cancel" }));

  fireEvent.change(id, { target: { value: "Id" } });
  press("Check the files");
  const four = await screen.findByRole("button", { name: "Import 4 rows" });
  const projects = { name: { column: "Nome" }, external_id: { column: "Id" } };
  expect(sent.slice(1)).toEqual([
    ["PATCH", { version: 1, mapping: { projects } }],
    ["POST /check", { version: 3 }],
  ]);

  fireEvent.click(screen.getByRole("radio", { name: /^All or nothing/ }));
  expect(four).toBeDisabled();
  expect(screen.getByText(/^Correct the rows with errors in your file/)).toBeVisible();
  fireEvent.click(screen.getByRole("radio", { name: /^Save the rest: 4 will be saved, 2 left/ }));
  fireEvent.click(four);
  const confirm = await dialog("Import 4 rows?");
  expect(confirm.getByText(/2 rows with errors are left out/)).toBeVisible();
  expect(sent).toHaveLength(3);
  fireEvent.click(confirm.getByRole("button", { name: "Import 4 rows" }));
  await expect.poll(() => sent[3]).toEqual(["POST /apply", { version: 4, errors: "LEAVE_OUT" }]);
});

test("an import whose response is lost is in progress, and is not requested again", async () => {
  now = checked;
  begin(["projects:read", "projects:write"]);
  const server = vi.mocked(fetch).getMockImplementation()!;
  vi.mocked(fetch).mockImplementation(async (address, init) => {
    if (!String(address).endsWith("/apply")) return server(address, init);
    now = { ...checked, status: "IMPORTED", imported: checked.checked, version: 6 };
    throw new TypeError("Failed to fetch");
  });
  fireEvent.click(await screen.findByRole("button", { name: "Import 4 rows" }));
  const confirm = await dialog("Import 4 rows?");
  fireEvent.click(confirm.getByRole("button", { name: "Import 4 rows" }));
  await screen.findByText(/^4 rows were imported/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText(/cannot be reached/)).toBeNull();
});

test("an import of files that a colleague has replaced since says so, and needs another check", async () => {
  now = checked;
  begin(["projects:read", "projects:write"]);
  const server = vi.mocked(fetch).getMockImplementation()!;
  vi.mocked(fetch).mockImplementation(async (address, init) => {
    if (init?.method === "DELETE") return Response.json(draft);
    if (!String(address).endsWith("/apply")) return server(address, init);
    now = { ...draft, files: { projects: { ...file, name: "theirs.csv" }, vintages: null } };
    const conflict = { status: 409, code: "VERSION_CONFLICT", detail: "Jonas changed this." };
    return Response.json(conflict, { status: 409 });
  });
  fireEvent.click(await screen.findByRole("button", { name: "Import 4 rows" }));
  const confirm = await dialog("Import 4 rows?");
  fireEvent.click(confirm.getByRole("button", { name: "Import 4 rows" }));
  expect(await screen.findByText("theirs.csv")).toBeVisible();
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Jonas changed this.")).toBeVisible();
  // It says nothing about a file of one's own.
  fireEvent.click(screen.getByRole("button", { name: "Remove theirs.csv" }));
  await expect.poll(() => screen.queryByText("Jonas changed this.")).toBeNull();
});

test("an import that never arrived can be requested again", async () => {
  now = checked;
  begin(["projects:read", "projects:write"]);
  const server = vi.mocked(fetch).getMockImplementation()!;
  vi.mocked(fetch).mockImplementation(async (address, init) => {
    if (!String(address).endsWith("/apply")) return server(address, init);
    throw new TypeError("Failed to fetch");
  });
  fireEvent.click(await screen.findByRole("button", { name: "Import 4 rows" }));
  const confirm = await dialog("Import 4 rows?");
  fireEvent.click(confirm.getByRole("button", { name: "Import 4 rows" }));
  await confirm.findByText(/^The server cannot be reached/);
});

test("a read-only user sees the result of a check, but no actions", async () => {
  now = checked;
  begin(["projects:read"]);
  await screen.findByRole("heading", { name: "3. Check" });
  expect(screen.queryByRole("heading", { name: "4. Import" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Check again|^Import|Delete/ })).toBeNull();
  expect(screen.getByRole("combobox", { name: "Column for Name" })).toBeDisabled();
});
