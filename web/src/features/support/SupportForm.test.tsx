import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/support.ts";
import { SupportForm } from "./SupportForm.tsx";
import { SupportFormPage } from "./SupportFormPage.tsx";

beforeEach(() => {
  sessionStorage.clear();
});

const onSent = vi.fn<() => void>();
const onCancel = vi.fn<() => void>();

function show(email = "ilse@brennvik.example", topic = "Order 7") {
  cleanup();
  const prefill = { firstName: "Ilse", lastName: "Varendonk", email, topic };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SupportForm framed prefill={prefill} onSent={onSent} onCancel={onCancel} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByLabelText<HTMLTextAreaElement>("Message");
}
const write = (message: string) => fireEvent.change(show(), { target: { value: message } });

it("restores the message after the session has ended, for the same user and topic only", () => {
  write("Where is the certificate?");
  expect(show("jonas@brennvik.example").value).toBe("");
  expect(show(undefined, "Order 8").value).toBe("");
  expect(show().value).toBe("Where is the certificate?");
});

it("is empty after a message was sent or canceled", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "POST /api/v1/support/requests": () => Response.json({ id: 1 }, { status: 201 }) }),
  );
  write("Where is the certificate?");
  fireEvent.click(screen.getByText("Send message"));
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect(show().value).toBe("");
  write("Something else");
  fireEvent.click(screen.getByText("Cancel"));
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(show().value).toBe("");
});

it("does not claim after a lost response that the message did not arrive, and keeps it", async () => {
  const failConnection = () => Promise.reject(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", serverOf({ "POST /api/v1/support/requests": failConnection }));
  write("Where is the certificate?");
  fireEvent.click(screen.getByText("Send message"));
  expect(await screen.findByText(/^We do not know whether your message arrived/)).toBeVisible();
  expect(screen.getByLabelText("Message")).toHaveValue("Where is the certificate?");
});

it("moves the focus to the confirmation that replaces the form on its own page", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "POST /api/v1/support/requests": () => Response.json({ id: 1 }, { status: 201 }) }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SupportFormPage />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const typed = { "First name": "Ilse", "Last name": "Varendonk", Email: "ilse@brennvik.example" };
  for (const [label, value] of Object.entries({ ...typed, Message: "Where is it?" }))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByText("Send message"));
  const done = await screen.findByText("Your message has been sent");
  await expect.poll(() => document.activeElement).toBe(done.parentElement?.parentElement);
});
