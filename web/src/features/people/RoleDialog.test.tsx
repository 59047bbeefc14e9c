import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import type { RoleRow } from "./people.queries.ts";
import { RoleDialog } from "./RoleDialog.tsx";
import { RolesPage } from "./RolesPage.tsx";
import "../../locales/en/people.ts";
import "../../locales/en/table.ts";

const mine = ["users:read", "users:write", "orders:read", "orders:write", "reports:read"];
const clerk = {
  id: 4,
  name: "Clerk",
  permissions: ["orders:read", "orders:write"],
  fixed: false,
  users: 2,
  version: 3,
} as RoleRow;

function begin(roles: () => readonly RoleRow[], permissions = mine) {
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  const saved: unknown[] = [];
  const server = serverOf({
    "GET /api/v1/management/roles": () => Response.json({ content: roles() }),
    "PATCH /api/v1/management/roles/4": (_, init) => {
      const body = JSON.parse(String(init?.body)) as { version: number };
      saved.push(body);
      const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed it." };
      return body.version === 3
        ? Response.json({ ...problem, status: 409 }, { status: 409 })
        : Response.json({ ...clerk, ...body, version: 5 });
    },
  });
  vi.stubGlobal("fetch", server);
  return saved;
}
const box = (name: string) => screen.getByRole("checkbox", { name });
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .flatMap((each) => (each.checked ? each.getAttribute("aria-label") : []));

afterEach(clearTokens);

test("writing implies reading, and nobody grants permissions that they lack", async () => {
  begin(() => []);
  showPage(() => <RoleDialog role={undefined} onClose={() => {}} />);
  await screen.findByRole("dialog");
  fireEvent.click(box("Orders and invoices: Change"));
  expect(ticked()).toEqual(["Orders and invoices: See", "Orders and invoices: Change"]);
  fireEvent.click(box("Orders and invoices: Change"));
  expect(ticked()).toEqual(["Orders and invoices: See"]);
  fireEvent.click(box("Orders and invoices: Change"));
  fireEvent.click(box("Orders and invoices: See"));
  expect(ticked()).toEqual([]);
  expect(box("Due-diligence reports: See")).toBeEnabled();
  expect(box("Due-diligence reports: Change")).toBeDisabled();
  expect(box("Audit log: See")).toBeDisabled();
});

test("a role that a colleague changed is shown as changed, and saved by a retry", async () => {
  let now = clerk;
  const saved = begin(() => [now, { ...clerk, id: 5, name: "Chief", permissions: ["audit:read"] }]);
  showPage(RolesPage);
  // Only one of the two roles can be edited: the other has permissions that the operator lacks.
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  expect(screen.getByText(/^Allows more than you may do/)).toBeInTheDocument();
  fireEvent.click(box("Due-diligence reports: See"));
  now = { ...clerk, name: "Clerks", permissions: ["orders:read"], version: 4 };
  fireEvent.click(screen.getByRole("button", { name: "Save role" }));
  await screen.findByText(/^Noor changed it\. Your choice is still here/);
  // By now it has the version to save on top of.
  await act(async () => {});
  expect(box("Due-diligence reports: See")).toBeChecked();
  fireEvent.click(screen.getByRole("button", { name: "Save role" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  // The name and the revoked permission stay as the colleague saved them.
  expect(saved).toEqual([
    { name: "Clerk", permissions: [...clerk.permissions, "reports:read"], version: 3 },
    { name: "Clerks", permissions: ["orders:read", "reports:read"], version: 4 },
  ]);
});

test("an operator who may only read roles gets no actions", async () => {
  begin(() => [clerk], ["users:read", ...clerk.permissions]);
  showPage(RolesPage);
  expect(await screen.findByText(/^Orders and invoices: see, change$/)).toBeInTheDocument();
  expect(screen.queryByRole("button")).toBeNull();
});
