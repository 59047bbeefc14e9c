import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../lib/i18n.ts";
import { BulkDialog } from "./BulkDialog.tsx";

const onActed = vi.fn<() => void>();

function open(run: (row: number) => Promise<unknown> = async () => {}) {
  const onClose = vi.fn<(acted?: boolean) => void>();
  onActed.mockClear();
  render(
    <MantineProvider env="test">
      <BulkDialog
        title="Block 3 people"
        text="Their sessions end."
        rows={[1, 2, 3]}
        idOf={(row) => row}
        rowLabel={(row) => `Person ${row}`}
        reasonOf={(error) => (error as Error).message}
        isLost={(error) => (error as Error).message === "No response."}
        mayRetry={(error) => (error as Error).message !== "A colleague was quicker."}
        confirm="Block 3"
        act={run}
        onActed={onActed}
        onClose={onClose}
      >
        <input aria-label="Reason" />
      </BulkDialog>
    </MantineProvider>,
  );
  return onClose;
}

it("closes at once if nothing was typed", () => {
  const onClose = open();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  // Nothing was done: the selection stays.
  expect(onClose.mock.calls).toEqual([[false]]);
});

it("asks for confirmation before it discards input", async () => {
  const onClose = open();
  fireEvent.input(screen.getByLabelText("Reason"), { target: { value: "Chargebacks" } });
  fireEvent.keyDown(screen.getByLabelText("Reason"), { key: "Escape" });
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByText("Discard what you typed?")).toBeNull());
  expect(screen.getByLabelText("Reason")).toHaveValue("Chargebacks");
  expect(onClose).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("reports the outcome of each row and retries those that failed", async () => {
  const attempted: number[] = [];
  const onClose = open(async (row) => {
    attempted.push(row);
    if (row === 2 && attempted.length < 4) throw new Error("This is the last Admin.");
  });
  fireEvent.click(screen.getByRole("button", { name: "Block 3" }));
  expect(await screen.findByText("Not done: This is the last Admin.")).toBeInTheDocument();
  expect(screen.getAllByText("Done")).toHaveLength(2);
  expect(onActed).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Try it again" }));
  await waitFor(() => expect(onClose.mock.calls).toEqual([[true]]));
  expect(attempted).toEqual([1, 2, 3, 2]);
});

it("offers no retry if none can succeed", async () => {
  const onClose = open(async (row) => {
    if (row === 3) throw new Error("A colleague was quicker.");
  });
  fireEvent.input(screen.getByLabelText("Reason"), { target: { value: "Chargebacks" } });
  fireEvent.click(screen.getByRole("button", { name: "Block 3" }));
  expect(await screen.findByText("Not done: A colleague was quicker.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(onClose.mock.calls).toEqual([[true]]);
});

it("stays open while it processes the rows", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onClose = open(() => promise);
  fireEvent.click(screen.getByRole("button", { name: "Block 3" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toBeDisabled());
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled();
  fireEvent.keyDown(screen.getByLabelText("Reason"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
  resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

/** Whether the browser would ask before the tab is closed or reloaded. */
const blocksUnload = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("makes the browser ask before a tab with unprocessed rows is closed", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  open(() => promise);
  expect(blocksUnload()).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Block 3" }));
  expect(await screen.findByText("0 of 3 done")).toBeInTheDocument();
  expect(blocksUnload()).toBe(true);
  reject(new Error("This is the last Admin."));
  await screen.findAllByText("Not done: This is the last Admin.");
  expect(blocksUnload()).toBe(false);
});

it("reports no action if all rows were refused", async () => {
  const onClose = open(async () => {
    throw new Error("A colleague was quicker.");
  });
  fireEvent.click(screen.getByRole("button", { name: "Block 3" }));
  expect(await screen.findAllByText("Not done: A colleague was quicker.")).toHaveLength(3);
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(onClose.mock.calls).toEqual([[false]]);
});

it.each([
  [["No response.", "No response."], "None of it is done for certain.", 3],
  [["This is the last Admin.", "No response."], "None of it is done for certain.", 2],
  [["This is the last Admin.", "This is the last Admin."], "Nothing is done yet.", 0],
])("after failures %j it says: %s", async ([first, others], title, lost) => {
  open(async (row) => {
    throw new Error(row === 1 ? first : others);
  });
  fireEvent.click(screen.getByRole("button", { name: "Block 3" }));
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.queryAllByText(/may or may not be done/)).toHaveLength(lost);
});
