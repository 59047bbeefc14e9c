import { MantineProvider } from "@mantine/core";
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import { createRef, useState } from "react";
import { expect, it, vi } from "vitest";
import "../lib/i18n.ts";
import { FormDialog } from "./FormDialog.tsx";
import { useCloseOnBack } from "./useCloseOnBack.ts";

const onClose = vi.fn<() => void>();

/** A panel, and over it a question that refuses to close. */
function Panel() {
  const [opened, setOpened] = useState(true);
  const [questioned, setQuestioned] = useState(true);
  useCloseOnBack(opened, () => setOpened(false));
  useCloseOnBack(questioned, onClose);
  return (
    <>
      {opened && <p>Panel</p>}
      {questioned && <button onClick={() => setQuestioned(false)}>Question</button>}
      <Outlet />
    </>
  );
}

/** Opens a page that follows another in the history. */
async function openAfterAnother(component: () => React.ReactNode) {
  vi.stubGlobal("scrollTo", () => {});
  history.replaceState(null, "", "/");
  const root = createRootRoute();
  const page = (path: string, shown: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component: shown });
  const routeTree = root.addChildren([page("/", () => <p>Before</p>), page("/here", component)]);
  const router = createRouter({ routeTree, history: createBrowserHistory() });
  render(<RouterProvider router={router as never} />);
  await screen.findByText("Before");
  await act(() => router.navigate({ to: "/here" as never }));
  return router;
}

it("Back closes the topmost overlay and stays on the page until none is open", async () => {
  const router = await openAfterAnother(Panel);
  const question = await screen.findByRole("button", { name: "Question" });

  act(() => router.history.back());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await waitFor(() => expect(location.pathname).toBe("/here"));
  expect(screen.getByText("Panel")).toBeInTheDocument();

  act(() => question.click());
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByText("Panel")).not.toBeInTheDocument());
  await waitFor(() => expect(location.pathname).toBe("/here"));

  act(() => router.history.back());
  expect(await screen.findByText("Before")).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
});

it("Back leaves a dialog open while its action is running, and closes it afterwards", async () => {
  const onEnd = vi.fn<() => void>();
  const form = createRef<HTMLFormElement>();
  function Dialog() {
    const [busy, setBusy] = useState(true);
    const given = {
      title: "Pay",
      form,
      busy,
      cancel: "Cancel",
      onSubmit: () => {},
      onClose: onEnd,
    };
    return (
      <MantineProvider env="test">
        <FormDialog {...given} action={<button type="button">Pay</button>}>
          <p onClick={() => setBusy(false)}>Running</p>
        </FormDialog>
      </MantineProvider>
    );
  }
  const router = await openAfterAnother(Dialog);
  const text = await screen.findByText("Running");

  const stepped = vi.fn<() => void>();
  window.addEventListener("popstate", stepped);
  act(() => router.history.back());
  // Back, and forth again.
  await waitFor(() => expect(stepped).toHaveBeenCalledTimes(2));
  expect(location.pathname).toBe("/here");
  expect(onEnd).not.toHaveBeenCalled();
  act(() => text.click());
  act(() => router.history.back());
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  window.removeEventListener("popstate", stepped);
});
