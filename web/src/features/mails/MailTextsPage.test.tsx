import type { MailText } from "@tonneline/contract/mailTexts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { MailTextsPage } from "./MailTextsPage.tsx";

const standard = { subject: "Your order {order}", body: "Thank you." };
const untouched: MailText = {
  code: "order.placed",
  name: "Order was placed",
  ...standard,
  standard,
  button: "See the order",
  variables: [{ name: "order", example: "7" }],
  version: 0,
  updatedAt: null,
  updatedBy: null,
};

afterEach(clearTokens);

const subject = () => screen.getByRole("textbox", { name: "Subject" });
const saveButton = () => screen.getByRole("button", { name: "Save" });

test("saved texts no longer count as unsaved, and are removed from the form when reset", async () => {
  storeTokens({
    authToken: tokenFor({ permissions: ["settings:read", "settings:write"] }),
    refreshToken: "r",
  });
  let now = untouched;
  const versions: unknown[] = [];
  const server = serverOf({
    "GET /api/v1/management/mail-texts": () => Response.json({ texts: [now] }),
    "POST /api/v1/management/mail-texts/order.placed/preview": () =>
      Response.json({ subject: "", html: "" }),
    "PUT /api/v1/management/mail-texts/order.placed": (_, init) => {
      const { version, ...words } = JSON.parse(String(init?.body));
      versions.push(version);
      const at = { updatedAt: "2026-11-02T09:00:00Z", updatedBy: "admin@demo.example" };
      now = { ...now, ...words, ...at, version: version + 1 };
      return Response.json(now);
    },
    "DELETE /api/v1/management/mail-texts/order.placed": ({ searchParams }) => {
      versions.push(`over ${searchParams.get("version")}`);
      now = { ...untouched, version: now.version + 1 };
      return new Response(null, { status: 204 });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(MailTextsPage, "/?open=order.placed");
  await screen.findByRole("textbox", { name: "Subject" });

  fireEvent.change(subject(), { target: { value: "We have it" } });
  fireEvent.click(saveButton());
  await screen.findByRole("button", { name: /^Restore the/ });
  await waitFor(() => expect(saveButton()).toHaveAttribute("aria-disabled", "true"));
  expect(subject()).toHaveValue("We have it");

  fireEvent.click(screen.getByRole("button", { name: /^Restore the/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Restore" }));
  await waitFor(() => expect(subject()).toHaveValue(standard.subject));
  expect(saveButton()).toHaveAttribute("aria-disabled", "true");

  fireEvent.change(subject(), { target: { value: "Once more" } });
  fireEvent.click(saveButton());
  await waitFor(() => expect(saveButton()).toHaveAttribute("aria-disabled", "true"));
  expect(versions).toEqual([0, "over 1", 2]);
});

test("the link back to the mails is not marked as the current page", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/management/mail-texts": () => Response.json({ texts: [untouched] }) }),
  );
  showPage(MailTextsPage, "/management/mails/texts");
  const back = await screen.findByRole("link", { name: "All emails" });
  expect(back).not.toHaveAttribute("aria-current");
});
