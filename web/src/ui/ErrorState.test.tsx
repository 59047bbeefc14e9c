import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorState } from "./ErrorState.tsx";

let answer: (worked: boolean) => void;

/** A failed part of a page; after a retry, it waits for the response. */
function Part() {
  const [state, setState] = useState<"waiting" | "failed" | "there">("failed");
  answer = (worked) => act(() => setState(worked ? "there" : "failed"));
  if (state === "waiting") return <p>Loading</p>;
  if (state === "there") return <a href="/first">First</a>;
  return <ErrorState title="The orders could not be loaded" onRetry={() => setState("waiting")} />;
}

function show() {
  render(
    <MantineProvider env="test">
      <main tabIndex={-1}>
        <a href="/before">Before</a>
        <section data-testid="part">
          <Part />
        </section>
        <a href="/after">After</a>
      </main>
    </MantineProvider>,
  );
}

it("keeps the focus in place during a retry, before the content that appears", async () => {
  const user = userEvent.setup();
  show();
  screen.getByRole("button", { name: "Try again" }).focus();
  await user.keyboard("{Enter}");
  expect(screen.getByText("Loading")).toBeInTheDocument();
  await vi.waitFor(() => expect(screen.getByTestId("part")).toHaveFocus());
  answer(true);
  await user.tab();
  expect(screen.getByText("First")).toHaveFocus();
});

it("returns focus to the retry button after a second failure", async () => {
  const user = userEvent.setup();
  show();
  screen.getByRole("button", { name: "Try again" }).focus();
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(screen.getByTestId("part")).toHaveFocus());
  answer(false);
  expect(screen.getByRole("button", { name: "Try again" })).toHaveFocus();
});

it("leaves the focus alone if the user has moved on meanwhile", async () => {
  const user = userEvent.setup();
  show();
  screen.getByRole("button", { name: "Try again" }).focus();
  await user.keyboard("{Enter}");
  await user.click(screen.getByText("After"));
  answer(false);
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  expect(screen.getByText("After")).toHaveFocus();
});

function Found() {
  const [all, setAll] = useState(false);
  if (all) return <a href="/first">First</a>;
  const action = { label: "Show all orders", onClick: () => setAll(true) };
  return <EmptyState title="No order matches" action={action} />;
}

it("keeps the focus before the rows after all of them were shown", async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <a href="/before">Before</a>
      <section data-testid="part">
        <Found />
      </section>
    </MantineProvider>,
  );
  screen.getByRole("button", { name: "Show all orders" }).focus();
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(screen.getByTestId("part")).toHaveFocus());
  await user.tab();
  expect(screen.getByText("First")).toHaveFocus();
});
