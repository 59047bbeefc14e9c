import { MantineProvider } from "@mantine/core";
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import "../lib/i18n.ts";
import { showPage } from "../test/page.tsx";
import { ActionDialog } from "./ActionDialog.tsx";
import { RecordDrawer } from "./RecordDrawer.tsx";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import { useUnsaved } from "./unsaved.ts";

function Note() {
  const [text, setText] = useState("");
  useUnsaved(text !== "");
  return <input value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />;
}

function Page() {
  return (
    <MantineProvider env="test">
      <RecordDrawer title="Order 7" opened onClose={() => {}}>
        <Note />
      </RecordDrawer>
    </MantineProvider>
  );
}

it("is announced by its title when it opens, without its content", async () => {
  showPage(Page);
  expect(await screen.findByRole("dialog")).toHaveAccessibleName("Order 7");
  expect(screen.getByRole("dialog")).not.toHaveAttribute("aria-describedby");
});

/** Whether the browser would ask before it reloads the page. */
const blocksUnload = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("asks for confirmation before a step back or a reload discards input", async () => {
  vi.stubGlobal("scrollTo", () => {});
  const root = createRootRoute();
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routeTree = root.addChildren([page("/", () => <p>Before</p>), page("/orders", Page)]);
  const router = createRouter({ routeTree, history: createBrowserHistory() });
  render(<RouterProvider router={router as never} />);
  await screen.findByText("Before");
  await act(() => router.navigate({ to: "/orders" as never }));
  const search = (open: string) => router.navigate({ to: "/orders", search: { open } } as never);
  await act(() => search("7"));
  const field = await screen.findByRole("textbox");
  expect(blocksUnload()).toBe(false);
  fireEvent.change(field, { target: { value: "Call them" } });
  expect(blocksUnload()).toBe(true);

  act(() => router.history.back());
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(location.search).toContain("7"));
  expect(field).toHaveValue("Call them");

  act(() => void router.navigate({ to: "/" }));
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Keep editing" })).toBeNull());
  expect(location.pathname).toBe("/orders");

  // Navigation by the drawer itself, such as closing after a save.
  await act(() => search("8"));
  expect(location.search).toContain("8");

  act(() => router.history.back());
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(location.search).toContain("7"));
});

it("asks for confirmation before it closes with input, and closes at once without", async () => {
  const onClose = vi.fn();
  showPage(() => (
    <RecordDrawer title="Order 7" opened onClose={onClose}>
      <Note />
    </RecordDrawer>
  ));
  const close = async () => fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  const field = await screen.findByRole("textbox");
  fireEvent.change(field, { target: { value: "Call" } });
  fireEvent.change(field, { target: { value: "" } });
  await close();
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.change(field, { target: { value: "Call them" } });
  await close();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(field).toHaveValue("Call them");
  await close();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("returns the focus to what opened it after its input was discarded", async () => {
  function List() {
    const [opened, setOpened] = useState(false);
    return (
      <MantineProvider>
        <main tabIndex={-1}>
          <button onClick={() => setOpened(true)}>New report</button>
        </main>
        <RecordDrawer title="New report" opened={opened} onClose={() => setOpened(false)}>
          <Note />
        </RecordDrawer>
      </MantineProvider>
    );
  }
  showPage(List);
  const opener = await screen.findByRole("button", { name: "New report" });
  opener.focus();
  fireEvent.click(opener);
  const field = await screen.findByRole("textbox");
  field.focus();
  fireEvent.change(field, { target: { value: "Call them" } });
  fireEvent.keyDown(field, { key: "Escape" });
  const discard = await screen.findByRole("button", { name: "Discard" });
  discard.focus();
  fireEvent.click(discard);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(opener).toHaveFocus();
});

it("keeps the focus in the drawer when a decision removes its button", async () => {
  showPage(function Decided() {
    const [isDone, setDone] = useState(false);
    return (
      <RecordDrawer
        title="Order 7"
        opened
        onClose={() => {}}
        actions={isDone || <button onClick={() => setDone(true)}>Approve</button>}
      >
        <p>Two tonnes</p>
      </RecordDrawer>
    );
  });
  const approve = await screen.findByRole("button", { name: "Approve" });
  approve.focus();
  fireEvent.click(approve);
  await waitFor(() => expect(approve).not.toBeInTheDocument());
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(screen.getByText("Two tonnes"));
});

it("leaves the focus to a dialog on top, which returns it to its button", async () => {
  showPage(function Asked() {
    const [asking, setAsking] = useState(false);
    const close = () => setAsking(false);
    const props = { title: "Put aside", text: "", confirm: "Put", failure: undefined };
    return (
      <RecordDrawer title="Entry 7" opened onClose={() => {}}>
        <button onClick={() => setAsking(true)}>Put aside…</button>
        {asking && (
          <ActionDialog {...props} busy={false} onConfirm={close} onClose={close}>
            <input aria-label="Reason" data-autofocus />
          </ActionDialog>
        )}
      </RecordDrawer>
    );
  });
  const opener = await screen.findByRole("button", { name: "Put aside…" });
  opener.focus();
  fireEvent.click(opener);
  (await screen.findByLabelText("Reason")).focus();
  fireEvent.click(screen.getByRole("button", { name: "Put" }));
  await waitFor(() => expect(screen.queryByLabelText("Reason")).toBeNull());
  await waitFor(() => expect(opener).toHaveFocus());
});

it("shows why a record could not be loaded, without a record", async () => {
  const onRetry = vi.fn<() => void>();
  showPage(() => (
    <RecordDrawer
      title="Order 7"
      opened
      onClose={() => {}}
      failure={{ title: "It could not be loaded", onRetry }}
      neighbours={{ nth: 2, of: 3 }}
    >
      <Note />
    </RecordDrawer>
  ));
  expect(await screen.findByText("It could not be loaded")).toBeInTheDocument();
  expect(screen.queryByRole("textbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("steps to the next record by button and key, but not away from input", async () => {
  const [next, previous] = [vi.fn<() => void>(), vi.fn<() => void>()];
  showPage(() => (
    <RecordDrawer
      title="Order 7"
      opened
      onClose={() => {}}
      neighbours={{ next, previous, nth: 2, of: 3 }}
    >
      <Note />
    </RecordDrawer>
  ));
  const field = await screen.findByRole("textbox");
  const step = (target: Element = document.body) => {
    fireEvent.keyDown(target, { key: "j" });
    fireEvent.keyDown(target, { key: "k" });
  };
  step(field);
  expect(next).not.toHaveBeenCalled();
  step();
  fireEvent.click(screen.getByRole("button", { name: "Next record" }));
  expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([2, 1]);
  fireEvent.change(field, { target: { value: "Call them" } });
  step();
  fireEvent.click(screen.getByRole("button", { name: "Next record" }));
  expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([2, 1]);
});

it("takes no single keys from those who switched them off", async () => {
  localStorage.setItem("single-keys", "false");
  const next = vi.fn<() => void>();
  showPage(() => (
    <RecordDrawer title="Order 7" opened onClose={() => {}} neighbours={{ next, nth: 1, of: 2 }}>
      <p>Two tonnes</p>
    </RecordDrawer>
  ));
  await screen.findByText("Two tonnes");
  fireEvent.keyDown(document.body, { key: "j" });
  expect(next).not.toHaveBeenCalled();
  localStorage.removeItem("single-keys");
});

it("asks on a page with input before it is left, not when only its address changes", async () => {
  const history = createMemoryHistory();
  const Guarded = () => (
    <UnsavedGuard>
      <Note />
    </UnsavedGuard>
  );
  showPage(Guarded, "", history);
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "Call them" } });
  act(() => history.push("/?tab=people"));
  await waitFor(() => expect(history.location.search).toBe("?tab=people"));
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => history.push("/orders"));
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(history.location.pathname).toBe("/");
  expect(screen.getByRole("textbox")).toHaveValue("Call them");
});
