import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useFocusOnHeading } from "./useFocusOnHeading.ts";

/** Two pages, and a dialog over both with a link to the second. */
function Frame() {
  const [opened, setOpened] = useState(false);
  useFocusOnHeading();
  return (
    <>
      <button onClick={() => setOpened(true)}>Open</button>
      <Link to="/cart">Cart</Link>
      <main>
        <Outlet />
      </main>
      {opened && (
        <div role="dialog">
          <Link to="/cart">Cart, from the dialog</Link>
          <button onClick={() => setOpened(false)}>Close</button>
        </div>
      )}
    </>
  );
}

const user = userEvent.setup();
beforeEach(async () => {
  vi.stubGlobal("scrollTo", vi.fn<() => void>());
  const root = createRootRoute({ component: Frame });
  const page = (path: string, heading: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>{heading}</h1> });
  const routeTree = root.addChildren([page("/", "Portfolio"), page("/cart", "Shopping cart")]);
  const history = createMemoryHistory({ initialEntries: ["/"] });
  render(<RouterProvider router={createRouter({ routeTree, history }) as never} />);
  await screen.findByRole("heading", { name: "Portfolio" });
});
const press = (name: string) => user.click(screen.getByText(name));
const heading = () => screen.findByRole("heading", { name: "Shopping cart" });

it("does nothing on the first page, and focuses the heading of the next", async () => {
  expect(document.body).toHaveFocus();
  await press("Cart");
  await heading();
  await vi.waitFor(async () => expect(await heading()).toHaveFocus(), 30_000);
});

it("leaves the focus in an open dialog, and moves it once that closes", async () => {
  await press("Open");
  await press("Cart, from the dialog");
  await heading();
  // Each mutation of the page triggers another attempt.
  document.body.append(document.createElement("span"));
  await new Promise((settled) => setTimeout(settled, 50));
  expect(screen.getByText("Cart, from the dialog")).toHaveFocus();
  await press("Close");
  await vi.waitFor(async () => expect(await heading()).toHaveFocus(), 30_000);
});
