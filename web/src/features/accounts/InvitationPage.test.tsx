import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { InvitationPage } from "./InvitationPage.tsx";

let hasAccount: boolean;
const server = serverOf({
  "POST /api/v1/auth/invitations/look": () =>
    Response.json({
      email: "ilse@brennvik.example",
      companyName: "Brennvik",
      role: "BUYER",
      invitedBy: "Jonas Peeters",
      hasAccount,
    }),
  "POST /api/v1/auth/invitations/accept": () => {
    tries++;
    if (tries === 1) throw new TypeError("Failed to fetch");
    return refused;
  },
});
let tries = 0;
const refused = Response.json(
  { type: "", title: "", status: 400, code: "INVALID_TOKEN", detail: "Invalid token." },
  { status: 400 },
);

beforeEach(() => {
  vi.stubGlobal("fetch", server);
});

async function open(): Promise<void> {
  const history = createMemoryHistory({ initialEntries: ["/?token=mailed"] });
  const routeTree = createRootRoute({ component: InvitationPage });
  const router = createRouter({ routeTree, history });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        {/* The types of the app's own routes do not match. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("heading", { name: "Join Brennvik" });
}

test("A user with an account is warned about leaving their current company", async () => {
  hasAccount = true;
  await open();
  expect(screen.getByText(/moves from its current company to this one/)).toBeInTheDocument();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("A user without an account chooses a name and a password", async () => {
  hasAccount = false;
  await open();
  expect(screen.getByLabelText("First name")).toBeInTheDocument();
  expect(screen.queryByText(/moves from its current company/)).toBeNull();
});

test("A retry after a lost response says that the first attempt probably succeeded", async () => {
  hasAccount = true;
  vi.mocked(console.error).mockReturnValue();
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Join the company" }));
  await screen.findByText(/^Something went wrong|^The server/);
  fireEvent.click(screen.getByRole("button", { name: "Join the company" }));
  await screen.findByText(/^Your first attempt probably succeeded/);
  expect(document.body).not.toHaveFocus();
  expect(document.activeElement).toHaveTextContent(/^This invitation no longer works/);
  expect(screen.getByRole("link", { name: "Log in" })).toBeVisible();
  vi.mocked(console.error).mockClear();
});
