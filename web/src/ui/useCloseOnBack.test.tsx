import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
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

it("Back closes the topmost overlay and stays on the page until none is open", async () => {
  vi.stubGlobal("scrollTo", () => {});
  const root = createRootRoute();
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routeTree = root.addChildren([page("/", () => <p>Before</p>), page("/here", Panel)]);
  const router = createRouter({ routeTree, history: createBrowserHistory() });
  render(<RouterProvider router={router as never} />);
  await screen.findByText("Before");
  await act(() => router.navigate({ to: "/here" as never }));
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
