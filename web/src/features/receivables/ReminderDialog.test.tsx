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
const sent = vi.fn<(body: unknown) => void>();
beforeEach(() => {
  level = 1;
  sent.mockClear();
  const server = serverOf({
    "GET /api/v1/management/orders/7/reminders": () => {
      const mail = { sentTo: ["ilse@v.example"], subject: "Due", body: "Pay.", lines: ["€10"] };
      return Response.json({ sent: [], stop: null, preview: { ...mail, level } });
    },
    "POST /api/v1/management/orders/7/reminders": (_, init) => {
      sent(JSON.parse(String(init?.body)));
      return Response.json({ level, sentTo: ["ilse@v.example"] });
    },
  });
  vi.stubGlobal("fetch", server);
});

function open(onClose = () => {}) {
  const invoice = { id: 7, level: 0, companyName: "Lumenhof" } as Receivable;
  showPage(() => <ReminderDialog invoice={invoice} onClose={onClose} />);
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

it("sends the mail that was previewed, with other words only if they were changed", async () => {
  const onClose = vi.fn<() => void>();
  open(onClose);
  const send = async () => fireEvent.click(await screen.findByRole("button", { name: /^Send/ }));
  await send();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Change text" }));
  fireEvent.change(screen.getByLabelText("Email text"), { target: { value: "A friendly word." } });
  await send();
  await expect.poll(() => onClose.mock.calls).toHaveLength(2);
  const words = { subject: "Due", body: "A friendly word." };
  expect(sent.mock.calls).toEqual([[{ level: 1 }], [{ level: 1, words }]]);
});

it("says what is missing at each empty field, and keeps the focus in the text", async () => {
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Change text" }));
  expect(screen.getByLabelText("Subject")).toHaveFocus();
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "  " } });
  fireEvent.change(screen.getByLabelText("Email text"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: /^Send/ }));
  expect(screen.getByLabelText("Subject")).toHaveAccessibleDescription("Enter a subject.");
  expect(screen.getByLabelText("Email text")).toHaveAccessibleDescription(
    /^Enter the email text\./,
  );
  expect(sent).not.toHaveBeenCalled();
  const restore = screen.getByRole("button", { name: "Restore the standard text" });
  restore.focus();
  fireEvent.click(restore);
  expect(screen.getByRole("button", { name: "Change text" })).toHaveFocus();
});
