import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedUser } from "@tonneline/contract/people";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { UserForm } from "./UserForm.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/people.ts";

const before = {
  id: 3,
  version: 1,
  firstName: "Ada",
  lastName: "Byron",
  role: { id: 1, name: "Anonymous" },
  referalPartnerId: null,
} as ManagedUser;
const admitted = { ...before, version: 2, role: { id: 2, name: "User" } };

const saved = vi.fn<(body: unknown) => void>();
let isConflict = false;
const server = serverOf({
  "GET /api/v1/management/roles": () =>
    Response.json({
      content: [
        { id: 2, name: "User", permissions: [] },
        { id: 9, name: "Admin", permissions: ["settings:write"] },
      ],
    }),
  "PATCH /api/v1/management/users/3": (_, init) => {
    const body = JSON.parse(String(init?.body)) as object;
    saved(body);
    if (!isConflict) return Response.json({ ...admitted, ...body, version: 3 });
    isConflict = false;
    const problem = {
      type: "about:blank",
      title: "",
      code: "VERSION_CONFLICT",
      detail: "By Grace.",
    };
    return Response.json({ ...problem, status: 409 }, { status: 409 });
  },
});

beforeEach(() => {
  saved.mockClear();
  vi.stubGlobal("fetch", server);
});

function show(canChangeRole = true) {
  const client = new QueryClient();
  const form = (user: ManagedUser) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <UserForm user={user} canChangeRole={canChangeRole} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(form(before));
  return (user: ManagedUser) => rerender(form(user));
}
const type = (name: string) =>
  fireEvent.change(screen.getByLabelText("Last name"), { target: { value: name } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save changes" }));

it("takes over decisions made next to it: saving a new name does not revert an admission", async () => {
  const read = show();
  read(admitted);
  type("Lovelace");
  save();
  const body = { firstName: "Ada", lastName: "Lovelace", roleId: 2, version: 2 };
  await waitFor(() => expect(saved.mock.calls).toEqual([[body]]));
});

it("is refused if somebody else saved after typing began, and then overwrites what was shown", async () => {
  const read = show();
  type("Lovelace");
  read(admitted);
  isConflict = true;
  save();
  expect(await screen.findByText(/By Grace\./)).toBeInTheDocument();
  expect(screen.getByLabelText("Last name")).toHaveValue("Lovelace");
  save();
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(saved.mock.calls.map(([body]) => (body as { version: number }).version)).toEqual([1, 2]);
});

it("grants no role with more permissions than the operator has, and never changes their own", async () => {
  show();
  fireEvent.click(screen.getByRole("combobox", { name: "Role" }));
  const option = (name: string) => screen.findByRole("option", { name, hidden: true });
  expect(await option("User")).not.toHaveAttribute("data-combobox-disabled");
  expect(await option("Admin")).toHaveAttribute("data-combobox-disabled");
  cleanup();
  show(false);
  type("Lovelace");
  save();
  const body = { firstName: "Ada", lastName: "Lovelace", version: 1 };
  await waitFor(() => expect(saved.mock.calls).toEqual([[body]]));
});
