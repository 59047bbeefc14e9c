import { Notifications } from "@mantine/notifications";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { RecordTrail } from "./RecordTrail.tsx";

it("names who did what to a record", async () => {
  const at = "2026-11-20T09:30:00Z";
  const mira = { actor: "mira@tonneline.example", actorName: "Mira Okafor" };
  const activity = [
    { id: 2, at, action: "order.approve", ...mira },
    { id: 1, at, action: "order.remind", actor: null, actorName: null },
  ];
  const response = () => Response.json({ notes: [], mails: [], colleagues: [], activity });
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/records/orders/7": response }));
  showPage(() => <RecordTrail type="order" id={7} canWrite={false} />);
  expect(await screen.findByText(/, Mira Okafor$/)).toBeInTheDocument();
  expect(screen.getByText(/, the system$/i)).toBeInTheDocument();
  expect(screen.queryByText(/mira@/)).toBeNull();
});

it("reports the result of each of two resent mails, even if the second finishes first", async () => {
  const first = Promise.withResolvers<Response>();
  const mail = { subject: "Invoice", status: "SENT", createdAt: "2026-11-20T09:30:00Z" };
  const mails = [
    { ...mail, id: 1, to: "first@brennvik.example" },
    { ...mail, id: 2, to: "second@brennvik.example" },
  ];
  const record = () => Response.json({ notes: [], mails, colleagues: [], activity: [] });
  const server = serverOf({
    "GET /api/v1/management/records/orders/7": record,
    "POST /api/v1/management/mails/1/resend": () => first.promise,
    "POST /api/v1/management/mails/2/resend": () => Response.json(mails[1]),
  });
  vi.stubGlobal("fetch", server);
  storeTokens({
    authToken: tokenFor({ permissions: ["settings:write"] }),
    refreshToken: "unused",
  });
  showPage(() => (
    <>
      <Notifications />
      <RecordTrail type="order" id={7} canWrite={false} />
    </>
  ));
  const again = await screen.findAllByRole("button", { name: /^Send .*again/ });
  for (const button of again) fireEvent.click(button);
  await screen.findByText(/second@brennvik\.example again$/);
  const detail = "This mail waits already.";
  first.resolve(
    Response.json({ status: 409, code: "INVALID_TRANSITION", detail }, { status: 409 }),
  );
  await screen.findByText(detail);
});

it("adds a note once, however often its keys are pressed, and keeps what is typed meanwhile", async () => {
  const response = Promise.withResolvers<Response>();
  const sent: unknown[] = [];
  const record = () => Response.json({ notes: [], mails: [], colleagues: [], activity: [] });
  const server = serverOf({
    "GET /api/v1/management/records/orders/7": record,
    "POST /api/v1/management/records/orders/7/notes": (_: URL, init?: RequestInit) => {
      sent.push(JSON.parse(String(init?.body)).text);
      return response.promise;
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RecordTrail type="order" id={7} canWrite />);
  const field = await screen.findByLabelText(/^A note for colleagues/);
  await userEvent.type(field, "Called them.{Control>}{Enter}{Enter}{/Control} No");
  await expect.poll(() => sent).toEqual(["Called them."]);
  response.resolve(record());
  await userEvent.type(field, " answer.");
  expect(field).toHaveValue("Called them. No answer.");
});

it("adds a note again with the same key after a lost response, and the next one with another", async () => {
  const keys: (string | null)[] = [];
  const record = () => Response.json({ notes: [], mails: [], colleagues: [], activity: [] });
  const server = serverOf({
    "GET /api/v1/management/records/orders/7": record,
    "POST /api/v1/management/records/orders/7/notes": (_: URL, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      if (keys.length === 1) throw new TypeError("The response was lost.");
      return record();
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RecordTrail type="order" id={7} canWrite />);
  const field = await screen.findByLabelText(/^A note for colleagues/);
  const keep = "{Control>}{Enter}{/Control}";
  await userEvent.type(field, `Called them.${keep}`);
  await screen.findByText(/cannot be reached/);
  await userEvent.type(field, keep);
  await expect.poll(() => (field as HTMLTextAreaElement).value).toBe("");
  await userEvent.type(field, `Called them.${keep}`);
  await expect.poll(() => keys).toHaveLength(3);
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
