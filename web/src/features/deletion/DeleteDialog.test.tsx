import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Uses } from "@tonneline/contract/shapes";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { Refusal } from "../../lib/api.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";

// jsdom has no layout, so there is nothing to scroll to.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

const nothing: Uses = { usedBy: [], usedByCount: 0 };
const inProjects = (named: number, usedByCount: number): Uses => ({
  usedBy: Array.from({ length: named }, (_, index) => ({
    type: "project",
    id: index + 1,
    name: `Peat ${index + 1}`,
  })),
  usedByCount,
});

function open(loadUses: () => Promise<Uses>, remove = vi.fn<() => Promise<void>>()) {
  const onDeleted = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <DeleteDialog
          title="Delete Moorland Works"
          text="This cannot be undone."
          confirm="Delete"
          recordKey={["developers", 1]}
          loadUses={loadUses}
          inUse={(count) => `In use in ${count} places`}
          remove={remove}
          onDeleted={onDeleted}
          onClose={() => {}}
          alternative={<button type="button">Merge</button>}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { remove, onDeleted, button: screen.getByRole("button", { name: "Delete" }) };
}

it("lists where a record is used and how many more uses there are, and does not delete it", async () => {
  const { remove, button } = open(async () => inProjects(20, 192));
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(await screen.findByText("In use in 192 places")).toBeInTheDocument();
  expect(screen.getByText("Peat 8")).toBeInTheDocument();
  expect(screen.queryByText("Peat 9")).not.toBeInTheDocument();
  expect(screen.getByText("and 184 more")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Merge" })).toBeInTheDocument();
  fireEvent.submit(button.closest("form")!);
  expect(remove).not.toHaveBeenCalled();
});

it("deletes an unused record", async () => {
  const { onDeleted, button } = open(async () => nothing);
  await screen.findByText("It is not used anywhere.");
  expect(screen.queryByRole("button", { name: "Merge" })).not.toBeInTheDocument();
  fireEvent.click(button);
  await waitFor(() => expect(onDeleted).toHaveBeenCalled());
});

it("lists the uses of a record that came into use meanwhile", async () => {
  const body = { type: "about:blank", title: "", status: 409, code: "IN_USE", detail: "In use" };
  const refused = new Refusal({ ...body, ...inProjects(1, 1) });
  const { onDeleted, button } = open(
    async () => nothing,
    vi.fn(() => Promise.reject(refused)),
  );
  await screen.findByText("It is not used anywhere.");
  fireEvent.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("In use in 1 places");
  expect(screen.getByText("Peat 1")).toBeInTheDocument();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(onDeleted).not.toHaveBeenCalled();
});

it("leaves it to the server if the uses could not be loaded", async () => {
  const { onDeleted, button } = open(() => Promise.reject(new Error("down")));
  await screen.findByText(/could not check/);
  fireEvent.click(button);
  await waitFor(() => expect(onDeleted).toHaveBeenCalled());
});

it("succeeds if somebody else has deleted it meanwhile", async () => {
  const body = { type: "about:blank", title: "", status: 404, code: "NOT_FOUND", detail: "Gone" };
  const refuseAsGone = () => Promise.reject(new Refusal(body));
  const { onDeleted, button } = open(refuseAsGone, vi.fn(refuseAsGone));
  await screen.findByText("Somebody else has deleted it already.");
  expect(screen.queryByText(/could not check/)).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(onDeleted).toHaveBeenCalled());
  expect(screen.queryByRole("alert")).toBeNull();
});
