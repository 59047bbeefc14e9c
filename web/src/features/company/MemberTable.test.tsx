import { fireEvent, screen, within } from "@testing-library/react";
import type { Company } from "@tonneline/contract/company";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import * as toasts from "../../ui/toast.tsx";
import { MemberTable } from "./MemberTable.tsx";
import "../../locales/en/company.ts";

const aMember = (userId: number, firstName: string, role: string, blocked = false) => ({
  userId,
  username: `${firstName.toLowerCase()}@x.example`,
  firstName,
  lastName: "V",
  role,
  blocked,
  admitted: true,
  since: "2026-03-10T12:00:00.000Z",
  lastLoginAt: null,
});
const ada = aMember(1, "Ada", "OWNER");
const bram = aMember(2, "Bram", "OWNER");
const cleo = aMember(3, "Cleo", "BUYER");
const invited = { role: "VIEWER", invitedBy: "Ada V" };
const invitations = [
  { ...invited, id: 7, email: "new@x.example", expiresAt: "2126-03-10T23:30:00.000Z" },
  { ...invited, id: 8, email: "late@x.example", expiresAt: "2026-03-10T12:00:00.000Z" },
];

let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  storeTokens({ authToken: tokenFor({ username: ada.username }), refreshToken: "r" });
  const take = (call: string) => [
    call,
    (_: URL, init?: RequestInit) => {
      sent.push(init?.body ? [call, JSON.parse(String(init.body))] : [call]);
      return call.startsWith("DELETE") ? new Response(null, { status: 204 }) : Response.json({});
    },
  ];
  const path = "/api/v1/me/company";
  const calls = [
    `PATCH ${path}/members/1`,
    `PATCH ${path}/members/3`,
    `DELETE ${path}/members/1`,
    `DELETE ${path}/members/3`,
    `POST ${path}/invitations`,
    `DELETE ${path}/invitations/7`,
  ];
  vi.stubGlobal("fetch", serverOf(Object.fromEntries(calls.map(take))));
  return clearTokens;
});

async function show(members: object[], { mayManage = true, asks: expiring = invitations } = {}) {
  const company = { members, invitations: expiring } as unknown as Company;
  showPage(() => <MemberTable company={company} mayManage={mayManage} />);
  await screen.findByRole("table");
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const roleOf = (name: string) => screen.queryByRole("combobox", { name: `Role of ${name} V` });
const buttons = () =>
  screen
    .queryAllByRole("button")
    .map((each) => each.getAttribute("aria-label") ?? each.textContent);

test.each([
  ["alone", [ada, cleo], false],
  ["beside one who is blocked", [ada, { ...bram, blocked: true }, cleo], false],
  ["beside one who is not admitted", [ada, { ...bram, admitted: false }, cleo], false],
  ["beside another", [ada, bram, cleo], true],
])(
  "an owner %s can leave or change role only if the company keeps an owner",
  async (_, members, can) => {
    await show(members, { asks: [] });
    expect(roleOf("Ada") !== null).toBe(can);
    expect(buttons().includes("Leave the company")).toBe(can);
    expect(roleOf("Cleo")).toHaveValue("BUYER");
    expect(buttons()).toContain("Remove Cleo V");
  },
);

test("a member who does not manage the company can leave it, and nothing else", async () => {
  storeTokens({ authToken: tokenFor({ username: cleo.username }), refreshToken: "r" });
  await show([ada, cleo], { mayManage: false });
  expect(roleOf("Cleo")).toBeNull();
  expect(buttons()).toEqual(["Leave the company"]);
});

test("a colleague's role changes at once, and giving up one's own ownership asks for confirmation", async () => {
  await show([ada, bram, cleo]);
  fireEvent.change(roleOf("Cleo")!, { target: { value: "APPROVER" } });
  await expect
    .poll(() => sent)
    .toEqual([["PATCH /api/v1/me/company/members/3", { role: "APPROVER" }]]);
  await expect
    .poll(() => vi.mocked(toasts.showToast).mock.lastCall?.[0].text)
    .toBe("Cleo V is now an approver.");
  fireEvent.change(roleOf("Ada")!, { target: { value: "BUYER" } });
  expect(sent).toHaveLength(1);
  await screen.findByText(/^You will be a buyer here/);
  await confirm("Give up ownership");
  await expect
    .poll(() => sent.slice(1))
    .toEqual([["PATCH /api/v1/me/company/members/1", { role: "BUYER" }]]);
});

test("an invitation expires by the server's clock", async () => {
  const dayMs = 86_400_000;
  const [before, after] = [1, 3].map((days) => new Date(Date.now() + days * dayMs).toISOString());
  const nowMs = Date.now() + 2 * dayMs;
  storeTokens({ authToken: tokenFor({ username: ada.username, nowMs }), refreshToken: "r" });
  const expiring = [before!, after!].map((expiresAt, at) => ({ ...invitations[at]!, expiresAt }));
  await show([ada], { asks: expiring });
  expect(screen.getAllByText(/^Invited by Ada V/).map((each) => each.textContent)).toEqual([
    "Invited by Ada V, the link has expired",
    expect.stringContaining("the link works until"),
  ]);
});

test("removing and withdrawing ask for confirmation, and an invitation is sent again as it was", async () => {
  await show([ada, bram, cleo]);
  expect(screen.getByText("Invited by Ada V, the link works until 11 Mar 2126")).toBeVisible();
  expect(screen.getByText("Invited by Ada V, the link has expired")).toBeVisible();
  press("Remove Cleo V");
  expect(sent).toEqual([]);
  await screen.findByRole("dialog", { name: "Remove Cleo V" });
  await confirm("Remove");
  await expect.poll(() => sent).toEqual([["DELETE /api/v1/me/company/members/3"]]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  press("Withdraw the invitation to new@x.example");
  expect(sent).toHaveLength(1);
  await confirm("Withdraw");
  await expect.poll(() => sent.slice(1)).toEqual([["DELETE /api/v1/me/company/invitations/7"]]);
  press("Send again to late@x.example");
  const again = { email: "late@x.example", role: "VIEWER" };
  await expect.poll(() => sent.slice(2)).toEqual([["POST /api/v1/me/company/invitations", again]]);
});

test("a member or invitation already removed is not asked about again after a lost response", async () => {
  const failConnection = () => {
    throw new TypeError("Failed to fetch");
  };
  const problem = { type: "", title: "", code: "NOT_FOUND", status: 404, detail: "Not there." };
  const notFound = () => Response.json(problem, { status: 404 });
  const responses = [failConnection, notFound, failConnection, notFound];
  const next = () => responses.shift()!();
  vi.stubGlobal(
    "fetch",
    serverOf({
      "DELETE /api/v1/me/company/members/3": next,
      "DELETE /api/v1/me/company/invitations/7": next,
    }),
  );
  await show([ada, bram, cleo]);
  press("Remove Cleo V");
  await confirm("Remove");
  await screen.findByText(/^The server cannot be reached/);
  await confirm("Remove");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(vi.mocked(toasts.showToast).mock.lastCall?.[0]).toMatchObject({ tone: "good" });

  press("Withdraw the invitation to new@x.example");
  await confirm("Withdraw");
  await screen.findByText(/^The server cannot be reached/);
  await confirm("Withdraw");
  // It may have been accepted meanwhile.
  await screen.findByText("This invitation is no longer open. It was withdrawn or accepted.");
});

test("Of two role changes in flight, the refusal of the first is shown, whatever happens to the second", async () => {
  const first = Promise.withResolvers<Response>();
  vi.stubGlobal(
    "fetch",
    serverOf({
      "PATCH /api/v1/me/company/members/3": () => first.promise,
      "PATCH /api/v1/me/company/members/2": () => Response.json({}),
    }),
  );
  await show([ada, bram, cleo]);
  fireEvent.change(roleOf("Cleo")!, { target: { value: "APPROVER" } });
  // While waiting for the response, it must keep the focus, which a disabled element would lose.
  await expect.poll(() => roleOf("Cleo")!.getAttribute("aria-disabled")).toBe("true");
  expect(roleOf("Cleo")).toBeEnabled();
  fireEvent.change(roleOf("Cleo")!, { target: { value: "VIEWER" } });
  fireEvent.change(roleOf("Bram")!, { target: { value: "BUYER" } });
  await expect.poll(() => vi.mocked(toasts.showToast).mock.calls).toHaveLength(1);
  const detail = "They have left.";
  const problem = { type: "about:blank", title: "", status: 404, code: "NOT_FOUND", detail };
  first.resolve(Response.json(problem, { status: 404 }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The role of Cleo V was not changed They have left.",
  );
});
