import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { ProjectTypesPage } from "./DirectoryPage.tsx";
import "../../locales/en/directory.ts";
import "../../locales/en/table.ts";

const peat = { id: 4, name: "Peat", scope: "Other", projects: 2, version: 3 };

afterEach(clearTokens);

/** Opens the dialog of a project type that a colleague changes or deletes just before the first save. */
async function begin(theirs: Partial<typeof peat> | "deleted") {
  storeTokens({
    authToken: tokenFor({ permissions: ["directory:read", "directory:write"] }),
    refreshToken: "r",
  });
  let now: typeof peat | undefined = peat;
  const saved: unknown[] = [];
  const server = serverOf({
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
    "GET /api/v1/management/project-types": () => {
      const content = now ? [now] : [];
      return Response.json({
        content,
        totalElements: content.length,
        page: 0,
        size: 20,
        last: true,
      });
    },
    "PATCH /api/v1/management/project-types/4": (_, init) => {
      const body = JSON.parse(String(init?.body)) as { version: number };
      saved.push(body);
      if (body.version === 4) return Response.json({ ...now, ...body, version: 5 });
      if (theirs === "deleted") {
        now = undefined;
        const problem = { type: "", title: "", code: "NOT_FOUND", detail: "Gone" };
        return Response.json({ ...problem, status: 404 }, { status: 404 });
      }
      now = { ...peat, ...theirs, version: 4 };
      const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed it." };
      return Response.json({ ...problem, status: 409 }, { status: 409 });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(ProjectTypesPage);
  fireEvent.click((await screen.findAllByText("Peat"))[0]!);
  await screen.findByRole("dialog");
  return saved;
}

const name = () => screen.getByRole("textbox", { name: "Name" });
const scope = () => screen.getByRole("combobox", { name: "Scope" });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Rename" }));

test("saving a name over a colleague's change keeps their new scope", async () => {
  const saved = await begin({ scope: "Transportation" });
  fireEvent.change(name(), { target: { value: "Peatland" } });
  press();
  await screen.findByText("Noor changed it. Press again to save your change anyway.");
  await waitFor(() => expect(scope()).toHaveValue("Transportation"));
  expect(name()).toHaveValue("Peatland");
  press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(saved).toEqual([3, 4].map((version) => ({ name: "Peatland", version })));
});

test("saving a scope over a colleague's change keeps their new name", async () => {
  const saved = await begin({ name: "Peatland" });
  fireEvent.change(scope(), { target: { value: "Agriculture" } });
  press();
  await screen.findByText(/^Noor changed it\. It is now called Peatland\./);
  await waitFor(() => expect(name()).toHaveValue("Peatland"));
  expect(scope()).toHaveValue("Agriculture");
  press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(saved).toEqual([
    { name: "Peat", scope: "Agriculture", version: 3 },
    { name: "Peatland", scope: "Agriculture", version: 4 },
  ]);
});

test("renaming an entry that a colleague has just deleted reports so, and removes it from the list", async () => {
  await begin("deleted");
  fireEvent.change(name(), { target: { value: "Peatland" } });
  press();
  await screen.findByText(/^Peat is gone: somebody else has deleted it/);
  await screen.findByText("No project types yet");
  expect(name()).toHaveValue("Peatland");
});

test("of the selected entries, only those that no project uses are offered for deletion", async () => {
  storeTokens({
    authToken: tokenFor({ permissions: ["directory:read", "directory:write"] }),
    refreshToken: "r",
  });
  const content = [peat, { ...peat, id: 5, name: "Biochar", projects: 0 }];
  const server = serverOf({
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
    "GET /api/v1/management/project-types": () =>
      Response.json({ content, totalElements: 2, page: 0, size: 20, last: true }),
  });
  vi.stubGlobal("fetch", server);
  showPage(ProjectTypesPage);
  for (const each of content)
    fireEvent.click(await screen.findByRole("checkbox", { name: `Select ${each.name}` }));
  const selection = within(screen.getByRole("region", { name: "Selection" }));
  fireEvent.click(selection.getByRole("button", { name: "Delete 1 unused" }));
  expect(await screen.findByRole("dialog", { name: "Delete one entry" })).toBeVisible();
});

test("selected entries are merged into the chosen one, which is none of them", async () => {
  storeTokens({
    authToken: tokenFor({ permissions: ["directory:read", "directory:write"] }),
    refreshToken: "r",
  });
  const names = ["Peat", "Peatland", "Moor"];
  const content = names.map((each, at) => ({ ...peat, id: 4 + at, name: each }));
  const merged: [string, unknown][] = [];
  const merge = ({ pathname }: URL, init?: RequestInit) => {
    merged.push([pathname, JSON.parse(String(init?.body))]);
    return Response.json(peat);
  };
  const types = "/api/v1/management/project-types";
  const server = serverOf({
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
    [`GET ${types}`]: () => Response.json({ content, totalElements: 3 }),
    "GET /api/v1/management/project-types/choices": () => Response.json({ content }),
    [`POST ${types}/4/merge`]: merge,
    [`POST ${types}/5/merge`]: merge,
  });
  vi.stubGlobal("fetch", server);
  showPage(ProjectTypesPage);
  for (const each of ["Peat", "Peatland"])
    fireEvent.click(await screen.findByRole("checkbox", { name: `Select ${each}` }));
  fireEvent.click(screen.getByRole("button", { name: "Merge 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("combobox", { name: "Merge into" }));
  const options = await screen.findAllByRole("option", { name: /Peat|Moor/, hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual(["Moor"]);
  fireEvent.click(options[0]!);
  fireEvent.click(dialog.getByRole("button", { name: "Merge 2" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(merged).toEqual([4, 5].map((id) => [`${types}/${id}/merge`, { intoId: 6 }]));
});
