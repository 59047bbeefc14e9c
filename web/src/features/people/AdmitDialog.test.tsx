import type { ManagedUser } from "@tonneline/contract/people";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { AdmitDialog } from "./AdmitDialog.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/people.ts";
import "../../locales/en/table.ts";

test("A user whom a colleague changed is admitted by a retry", async () => {
  const server = serverOf({
    "PATCH /api/v1/management/users/7": (_, init) => {
      const { version } = JSON.parse(String(init?.body)) as { version: number };
      const problem = { type: "", title: "", code: "VERSION_CONFLICT", detail: "Noor changed it." };
      return version === 2
        ? Response.json({ id: 7, version: 3 })
        : Response.json({ ...problem, status: 409 }, { status: 409 });
    },
    "GET /api/v1/management/users/7": () => Response.json({ id: 7, version: 2 }),
  });
  vi.stubGlobal("fetch", server);
  const closed = vi.fn<() => void>();
  const user = { id: 7, version: 1, firstName: "Ilse", lastName: "V", username: "i@v" };
  showPage(() => <AdmitDialog users={[user as ManagedUser]} roleId={2} onClose={closed} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Admit/ }));
  expect(await screen.findByText("Not done: Noor changed it.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Try it again" }));
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});
