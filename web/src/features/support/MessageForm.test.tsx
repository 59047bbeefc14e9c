import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { MessageForm } from "./MessageForm.tsx";

it("sends a message once, however often its keys are pressed, and keeps what is typed meanwhile", async () => {
  const sent: string[] = [];
  const response = Promise.withResolvers<void>();
  function Thread() {
    const [busy, setBusy] = useState(false);
    const onSend = async (text: string) => {
      sent.push(text);
      setBusy(true);
      await response.promise;
      setBusy(false);
    };
    return (
      <MessageForm label="Answer" send="Send" busy={busy} failure={undefined} onSend={onSend} />
    );
  }
  render(
    <MantineProvider env="test">
      <Thread />
    </MantineProvider>,
  );
  const field = screen.getByLabelText("Answer");
  await userEvent.type(field, "Thank you.{Control>}{Enter}{Enter}{/Control} Bye.");
  expect(sent).toEqual(["Thank you."]);
  await act(async () => response.resolve());
  expect(field).toHaveValue("Thank you. Bye.");
});

it("announces why a message was not sent", () => {
  const onSend = () => Promise.resolve();
  render(
    <MantineProvider env="test">
      <MessageForm label="Answer" send="Send" busy={false} failure="No network" onSend={onSend} />
    </MantineProvider>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("No network");
  expect(screen.getByLabelText("Answer")).toHaveAccessibleDescription("No network");
});
