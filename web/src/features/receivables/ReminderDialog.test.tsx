import type { Receivable } from "@tonneline/contract/receivables";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { ReminderDialog } from "./ReminderDialog.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/receivables.ts";
import "../../locales/en/table.ts";

// An autosize textarea waits for fonts to load, which jsdom does not support.
Object.assign(document, { fonts: new EventTarget() });

let level: number;
beforeEach(() => {
  level = 1;
  const server = serverOf({
    "GET /api/v1/management/orders/7/reminders": () => {
      const mail = { sentTo: ["ilse@v.example"], subject: "Due", body: "Pay.", lines: ["€10"] };
      return Response.json({ sent: [], stop: null, preview: { ...mail, level } });
    },
  });
  vi.stubGlobal("fetch", server);
});

function open() {
  const invoice = { id: 7, level: 0, companyName: "Lumenhof" } as Receivable;
  showPage(() => <ReminderDialog invoice={invoice} onClose={() => {}} />);
}

it.each(["before it opened", "while it was read"])(
  "reports that a colleague has sent the level that the list offered, %s",
  async (when) => {
    if (when === "before it opened") level = 2;
    open();
    await screen.findByRole("button", { name: `Send level ${level}` });
    if (when !== "before it opened") expect(screen.queryByRole("status")).toBeNull();
    level = 2;
    fireEvent(window, new Event("visibilitychange"));
    const notice = await screen.findByText("Level 1 was sent in the meantime");
    expect(notice.closest("[role=status]")).toHaveTextContent("it would now go out as level 2");
  },
);

it("reports that the level was sent while its text was edited", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Change text" }));
  fireEvent.change(screen.getByLabelText("Email text"), { target: { value: "A friendly word." } });
  expect(screen.queryByRole("status")).toBeNull();
  level = 2;
  fireEvent(window, new Event("visibilitychange"));
  const notice = await screen.findByText("Level 1 was sent in the meantime");
  expect(notice.closest("[role=status]")).toHaveTextContent("would now go out as level 2");
  expect(screen.getByLabelText("Email text")).toHaveValue("A friendly word.");
});
