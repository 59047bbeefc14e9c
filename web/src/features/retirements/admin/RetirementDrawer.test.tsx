import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import * as toasts from "../../../ui/toast.tsx";
import { DeclineDialog } from "./DeclineDialog.tsx";
import { ManagedRetirementsPage } from "./ManagedRetirementsPage.tsx";
import { RetirementDrawer } from "./RetirementDrawer.tsx";

const by = (username: string) => ({
  username,
  name: username,
  at: "2026-03-11T12:00:00.000Z",
  blocks: [],
  registryUrl: "https://registry.example/1",
  retiredAt: "2026-03-11T12:00:00.000Z",
});
const plain = {
  id: 3,
  version: 1,
  status: "RETIREMENT_IN_PROGRESS",
  quantity: 5,
  year: 2016,
  projectId: 2,
  projectName: "Cerrado",
  externalId: null,
  projectType: { id: 1, name: "Forest" },
  countries: ["BR"],
  registry: { id: 1, name: "Verra" },
  companyId: 5,
  companyName: "Brennvik",
  userId: 4,
  username: "ilse@x.example",
  beneficiaryName: "Brennvik",
  purpose: "OWN_EMISSIONS",
  requestedAt: "2026-03-10T12:00:00.000Z",
  startedAt: "2026-03-10T13:00:00.000Z" as string | null,
  entered: null as ReturnType<typeof by> | null,
  unnamed: false,
  blocks: [],
  transitions: [],
  hasCertificate: true,
};
type Facts = Partial<typeof plain>;
const trail = { notes: [], activity: [], mails: [], colleagues: [] };

beforeEach(() => {
  const permissions = ["retirements:read", "retirements:write"];
  storeTokens({
    authToken: tokenFor({ username: "me@x.example", permissions }),
    refreshToken: "r",
  });
  return clearTokens;
});

const steps = ["Begin work", "Confirm", "Change entry", "Complete", "Decline"];

test.each<[string, Facts, boolean, string[]]>([
  ["is new", { startedAt: null }, true, ["Begin work", "Complete", "Decline"]],
  ["is in work", {}, true, ["Complete", "Decline"]],
  ["oneself entered", { entered: by("me@x.example") }, true, ["Change entry", "Decline"]],
  [
    "a colleague entered",
    { entered: by("noor@x.example") },
    true,
    ["Confirm", "Change entry", "Decline"],
  ],
  ["is retired", { status: "RETIRED" }, true, []],
  ["one may only read", { startedAt: null }, false, []],
])("a retirement that %s has the fitting actions", async (_, facts, canWrite, can) => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/retirements/3": () => Response.json({ ...plain, ...facts }),
      "POST /api/v1/management/records/retirements/3/visits": () => Response.json({ others: [] }),
      "GET /api/v1/management/records/retirements/3": () => Response.json(trail),
    }),
  );
  const none = { onStep: () => {}, around: undefined, onClose: () => {} };
  showPage(() => <RetirementDrawer id="3" canWrite={canWrite} {...none} />);
  await screen.findByText("ilse@x.example");
  expect(steps.filter((name) => screen.queryByRole("button", { name }) !== null)).toEqual(can);
  const own = facts.entered?.username === "me@x.example";
  expect(screen.queryByText(/^You entered this,/) !== null).toBe(own);
});

test.each(["by oneself", "by a colleague just before"])(
  "a retirement whose work has begun %s is shown as such",
  async (by) => {
    vi.spyOn(toasts, "showToast").mockImplementation(() => {});
    let { startedAt } = { ...plain, startedAt: null as string | null };
    const refused = { status: 409, code: "INVALID_TRANSITION", detail: "It has begun." };
    vi.stubGlobal(
      "fetch",
      serverOf({
        "GET /api/v1/management/retirements/3": () => Response.json({ ...plain, startedAt }),
        "POST /api/v1/management/records/retirements/3/visits": () => Response.json({ others: [] }),
        "GET /api/v1/management/records/retirements/3": () => Response.json(trail),
        "POST /api/v1/management/retirements/3/start": () => {
          startedAt = plain.startedAt;
          return by === "by oneself" ? Response.json({}) : Response.json(refused, { status: 409 });
        },
      }),
    );
    const none = { onStep: () => {}, around: undefined, onClose: () => {} };
    showPage(() => <RetirementDrawer id="3" canWrite {...none} />);
    fireEvent.click(await screen.findByRole("button", { name: "Begin work" }));
    await expect.poll(() => screen.queryByRole("button", { name: "Begin work" })).toBeNull();
  },
);

test("of many selected ones, those entered by others can be confirmed, and none that has ended", async () => {
  const content = [
    plain,
    { ...plain, id: 4, quantity: 7, entered: by("me@x.example") },
    { ...plain, id: 5, quantity: 9, entered: by("noor@x.example") },
    { ...plain, id: 6, quantity: 11, status: "DECLINED" },
  ];
  const page = { content, totalElements: 4, totalQuantity: 32, secondPerson: true, queue: [] };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/retirements": () => Response.json({ ...page, counts: {} }),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
      "GET /api/v1/management/companies": () => Response.json({ content: [], totalElements: 0 }),
    }),
  );
  showPage(ManagedRetirementsPage);
  await screen.findByRole("checkbox", { name: "Retirement 3" });
  for (const { id } of content)
    fireEvent.click(screen.getByRole("checkbox", { name: `Retirement ${id}` }));
  const bar = within(screen.getByRole("region", { name: "Selection" }));
  expect(bar.getByText(/^21\st in progress$/)).toBeInTheDocument();
  const names = bar.getAllByRole("button").flatMap(({ textContent }) => textContent || []);
  expect(names).toEqual(["Confirm 1", "Complete 3", "Decline 3"]);
});

test("many are declined with one required reason", async () => {
  vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const sent: unknown[] = [];
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/management/retirements/decisions": (_, init) => {
        sent.push(JSON.parse(String(init?.body)));
        return Response.json({ id: 8, total: 2, results: [], state: "WAITING" }, { status: 202 });
      },
    }),
  );
  const closed = vi.fn<() => void>();
  const two = [plain, { ...plain, id: 4 }] as never;
  showPage(() => <DeclineDialog retirements={two} onClose={closed} />);
  const reason = await screen.findByRole("textbox", { name: "Reason" });
  const decline = () => fireEvent.click(screen.getByRole("button", { name: "Decline 2" }));
  fireEvent.change(reason, { target: { value: " no " } });
  decline();
  expect(screen.getByText("Enter a reason of at least 3 characters.")).toBeInTheDocument();
  fireEvent.change(reason, { target: { value: "Twice asked" } });
  decline();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  const asks = { reason: "Twice asked" };
  expect(sent).toEqual([{ decision: "decline", rows: [3, 4].map((id) => ({ id, asks })) }]);
});
