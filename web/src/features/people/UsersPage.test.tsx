import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import type { ManagedUser } from "@tonneline/contract/people";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { parseTable } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { BlockDialog } from "./BlockDialog.tsx";
import { blockIfNeeded, unblockIfNeeded, users } from "./people.queries.ts";
import { UserDrawer } from "./UserDrawer.tsx";
import { UserPills } from "./UserPills.tsx";
import { UsersPage } from "./UsersPage.tsx";

const everything = ["users:read", "users:write", "directory:read", "orders:read"];
const plain = {
  phone: null,
  avatar: null,
  role: { id: 2, name: "User" },
  companyId: 5,
  companyName: "Brennvik",
  permissions: [] as string[],
  standing: "ADMITTED",
  blocked: false,
  blockedReason: null as string | null,
  erased: false,
  hasSecondFactor: false,
  registeredAt: "2026-03-10T12:00:00.000Z",
  lastLoginAt: null,
  lastPurchaseAt: null,
  totalPurchasedVolume: 0,
  referalPartnerId: null,
  referalPartnerName: null,
  referalExternalId: null,
  version: 1,
};
const aPerson = (id: number, name: string, facts: Partial<typeof plain> = {}) => ({
  ...plain,
  id,
  username: `${name}@x.example`,
  firstName: name,
  lastName: "V",
  ...facts,
});
const blocked = { standing: "BLOCKED", blocked: true, blockedReason: "Left" };
const people = [
  aPerson(1, "me", { permissions: ["users:write"], hasSecondFactor: true }),
  aPerson(2, "new", { standing: "TO_ADMIT", role: { id: 1, name: "Anonymous" } }),
  aPerson(3, "mighty", { permissions: ["settings:write"] }),
  aPerson(4, "shut", blocked),
  aPerson(5, "gone", { ...blocked, erased: true }),
  aPerson(6, "there", { hasSecondFactor: true }),
];

const order = { createdAt: "2026-04-10T12:00:00.000Z", status: "PAID", totalPriceGross: 119 };
const trail = { notes: [], activity: [], mails: [], colleagues: [] };

const [onAdmit, onBlock, onClose] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];

function open(Page: () => ReactNode, permissions = everything) {
  storeTokens({
    authToken: tokenFor({ username: "me@x.example", permissions }),
    refreshToken: "r",
  });
  const sent: [string, unknown][] = [];
  const take = (url: URL, init: RequestInit | undefined) => {
    sent.push([url.pathname, init?.body ? JSON.parse(String(init.body)) : undefined]);
    return Response.json({ id: 2, version: 2 });
  };
  const one = Object.fromEntries(
    people.flatMap((person) => {
      const path = `/api/v1/management/users/${person.id}`;
      const recordPath = `/api/v1/management/records/users/${person.id}`;
      return [
        [`POST ${path}/second-factor/reset`, take],
        [`GET ${path}`, () => Response.json(person)],
        [`PATCH ${path}`, take],
        [`POST ${path}/block`, take],
        [`POST ${path}/unblock`, take],
        [`POST ${recordPath}/visits`, () => Response.json({ others: [] })],
        [`GET ${recordPath}`, () => Response.json(trail)],
      ];
    }),
  );
  const counts = { TO_ADMIT: 1, ADMITTED: 3, UNVERIFIED: 0, BLOCKED: 2 };
  const list = { content: people, totalElements: people.length, counts };
  const server = serverOf({
    ...one,
    "GET /api/v1/management/users": () => Response.json(list),
    "GET /api/v1/management/users/99": () =>
      Response.json({ status: 404, code: "NOT_FOUND", detail: "Gone." }, { status: 404 }),
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
    "GET /api/v1/management/companies": () => Response.json({ content: [], totalElements: 0 }),
    "GET /api/v1/management/roles": () =>
      Response.json({ content: [{ id: 2, name: "User", permissions: [] }] }),
    "GET /api/v1/management/partners": () => Response.json({ content: [{ id: 9, name: "Moor" }] }),
    "GET /api/v1/management/orders": ({ searchParams }) =>
      Response.json({ content: [{ ...order, id: Number(searchParams.get("userId")) * 100 }] }),
  });
  vi.stubGlobal("fetch", server);
  showPage(Page);
  return sent;
}
const tick = (name: string) =>
  fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(`${name}@x`) }));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const offered = () =>
  within(screen.getByRole("region", { name: "Selection" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

afterEach(clearTokens);

test("each action applies to the selected users who allow it, and never to those with more permissions", async () => {
  const sent = open(UsersPage);
  await screen.findByRole("checkbox", { name: /mighty@x/ });
  for (const { firstName } of people) tick(firstName);
  expect(
    screen.getByText("1 of them has more rights than you and is left unchanged."),
  ).toBeVisible();
  // Operators cannot block themselves, and an erased account has nothing left to change.
  expect(offered()).toEqual([
    // With its key.
    "Admit 1 persona",
    "Set partner of 4 people",
    "Unblock 1 person",
    "Block 2 people",
    "",
  ]);

  press("Block 2 people");
  const dialog = await screen.findByRole("dialog", { name: "Block 2 people" });
  const reason = within(dialog).getByRole("textbox");
  const confirm = within(dialog).getByRole("button", { name: "Block 2 people" });
  fireEvent.change(reason, { target: { value: " ab " } });
  fireEvent.click(confirm);
  expect(sent).toEqual([]);
  fireEvent.change(reason, { target: { value: "Left us" } });
  fireEvent.click(confirm);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([
    ["/api/v1/management/users/2/block", { reason: "Left us" }],
    ["/api/v1/management/users/6/block", { reason: "Left us" }],
  ]);
});

test.each([
  [everything, ["Company", "Role", "Partner"]],
  [["users:read"], ["Company", "Role"]],
])("with %j the list is filtered by %j, from its first page on", async (permissions, names) => {
  const search = parseTable(users.spec, new URLSearchParams("page=3"));
  const onChange = vi.fn<ChangeTable>();
  open(() => <UserPills {...{ search, onChange }} />, permissions);
  const role = await screen.findByRole("button", { name: "Role" });
  const pills = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
  await expect.poll(pills).toEqual(names);
  fireEvent.click(role);
  fireEvent.click(await screen.findByRole("combobox", { name: "Role" }));
  fireEvent.click(await screen.findByRole("option", { name: "User", hidden: true }));
  expect(onChange.mock.calls).toEqual([[{ ...search, page: 0, filters: { role: "2" } }]]);
});

test("the partner of several is set, or removed", async () => {
  const sent = open(UsersPage);
  await screen.findByRole("checkbox", { name: /there@x/ });
  for (const option of ["Moor", "No partner"]) {
    for (const name of ["new", "there"]) tick(name);
    press("Set partner of 2 people");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(await dialog.findByRole("combobox", { name: "Partner" }));
    fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
    fireEvent.click(dialog.getByRole("button", { name: "Set partner of 2 people" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  }
  const set = (id: number, referalPartnerId: number | null) => [
    `/api/v1/management/users/${id}`,
    { version: 1, referalPartnerId },
  ];
  expect(sent).toEqual([set(2, 9), set(6, 9), set(2, null), set(6, null)]);
});

test("the selection stays if nothing was done after all, and is cleared afterwards", async () => {
  open(UsersPage);
  await screen.findByRole("checkbox", { name: /there@x/ });
  for (const name of ["new", "there"]) tick(name);
  const ask = async () => {
    press("Block 2 people");
    return within(await screen.findByRole("dialog", { name: "Block 2 people" }));
  };
  const isClosed = () => expect.poll(() => screen.queryByRole("dialog")).toBeNull();

  fireEvent.click((await ask()).getByRole("button", { name: "Cancel" }));
  await isClosed();
  expect(offered()).toContain("Block 2 people");

  const dialog = await ask();
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Left us" } });
  fireEvent.click(dialog.getByRole("button", { name: "Block 2 people" }));
  await isClosed();
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

test.each([
  ["to be admitted", 2, ["Admit", "Block", "Save changes", "Erase this account"]],
  ["who looks", 1, ["Save changes"]],
  ["who may do more", 3, []],
  ["who is blocked", 4, ["Unblock", "Save changes", "Erase this account"]],
  ["who is erased", 5, []],
  ["with a second factor", 6, ["Block", "Save changes", "Reset", "Erase this account"]],
])("the drawer offers the possible actions on a user: %s", async (_, id, steps) => {
  open(() => (
    <UserDrawer id={String(id)} canWrite around={undefined} {...{ onAdmit, onBlock, onClose }} />
  ));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByRole("heading", { name: "Account" });
  const names = ["Admit", "Block", "Unblock", "Save changes", "Reset", "Erase this account"];
  const shown = names.filter((name) => within(drawer).queryByRole("button", { name }) !== null);
  expect(shown).toEqual(steps);
  const role = within(drawer).queryByRole("combobox", { name: "Role" });
  if (id === 1) expect(role).toBeDisabled();
});

test("the drawer of a user who cannot be loaded has a name", async () => {
  open(() => <UserDrawer id="99" canWrite around={undefined} {...{ onAdmit, onBlock, onClose }} />);
  expect(await screen.findByText("Account 99 does not exist")).toBeVisible();
  expect(screen.getByRole("dialog")).toHaveAccessibleName("Users");
});

test.each([
  [["users:read", "orders:read"], 1],
  [["users:read"], 0],
])("with %j the drawer has %i lists of orders", async (permissions, count) => {
  open(
    () => (
      <UserDrawer id="6" canWrite={false} around={undefined} {...{ onAdmit, onBlock, onClose }} />
    ),
    permissions,
  );
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByRole("heading", { name: "Account" });
  expect(drawer.queryAllByRole("heading", { name: "Latest orders" })).toHaveLength(count);
});

test("the drawer lists a user's latest orders, and leads to all of them, paid ones too", async () => {
  open(() => (
    <UserDrawer id="6" canWrite={false} around={undefined} {...{ onAdmit, onBlock, onClose }} />
  ));
  expect(await screen.findByRole("link", { name: "600" })).toBeVisible();
  expect(screen.getByRole("link", { name: "All orders of there V" })).toHaveAttribute(
    "href",
    "/management/orders?tab=all&buyer=%226%22",
  );
});

test("one user is blocked with a reason, and unblocked without", async () => {
  const [there, shut] = [people[5], people[3]] as unknown as ManagedUser[];
  const sent = open(() => <BlockDialog user={there!} onClose={onClose} />);
  fireEvent.click(await screen.findByRole("button", { name: "Block" }));
  const reason = screen.getByRole("textbox", { name: /^Reason/ });
  expect(reason).toBeInvalid();
  expect(sent).toEqual([]);
  fireEvent.change(reason, { target: { value: "Left us" } });
  press("Block");
  await expect
    .poll(() => sent)
    .toEqual([["/api/v1/management/users/6/block", { reason: "Left us" }]]);
  cleanup();
  const ended = open(() => <BlockDialog user={shut!} onClose={onClose} />);
  fireEvent.click(await screen.findByRole("button", { name: "Unblock" }));
  await expect.poll(() => ended).toEqual([["/api/v1/management/users/4/unblock", undefined]]);
});

test("a lost second factor is reset only once confirmed", async () => {
  const sent = open(() => (
    <UserDrawer id="6" canWrite around={undefined} {...{ onAdmit, onBlock, onClose }} />
  ));
  fireEvent.click(await screen.findByRole("button", { name: "Reset" }));
  const dialog = await screen.findByRole("dialog", { name: "Reset the second factor of there V" });
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Reset" }));
  await expect
    .poll(() => sent)
    .toEqual([["/api/v1/management/users/6/second-factor/reset", undefined]]);
});

const [left, fraud] = [
  { blocked: true, blockedReason: "Left us" },
  { blocked: true, blockedReason: "Fraud" },
];
test.each([
  ["blocked for this reason", left, "INVALID_TRANSITION", true, false],
  ["blocked by a colleague for another", fraud, "INVALID_TRANSITION", false, false],
  ["not blocked", { blocked: false, blockedReason: null }, "INVALID_TRANSITION", false, true],
  ["blocked, but the call failed otherwise", left, "FORBIDDEN", false, false],
])("a user found to be %s", async (_, facts, code, isBlocked, isUnblocked) => {
  const refuse = () => Response.json({ status: 409, code, detail: "No." }, { status: 409 });
  const path = "/api/v1/management/users/6";
  vi.stubGlobal(
    "fetch",
    serverOf({
      [`POST ${path}/block`]: refuse,
      [`POST ${path}/unblock`]: refuse,
      [`GET ${path}`]: () => Response.json({ ...people[5], ...facts }),
    }),
  );
  const succeeds = (work: Promise<void>) => work.then(() => true).catch(() => false);
  expect(await succeeds(blockIfNeeded(6, " Left us "))).toBe(isBlocked);
  expect(await succeeds(unblockIfNeeded(6))).toBe(isUnblocked);
});
