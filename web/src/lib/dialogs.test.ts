import { beforeEach, expect, it } from "vitest";
import { closeDialog, openDialog, useDialog } from "./dialogs.ts";

const opened = () => useDialog.getState().opened;

beforeEach(closeDialog);

it("opens one dialog, replacing an open one, and closes it", () => {
  openDialog({ type: "marketing", header: "Sponsor this project" });
  openDialog({ type: "support", topic: "Order 10482" });
  expect(opened()).toEqual({ type: "support", topic: "Order 10482" });
  closeDialog();
  expect(opened()).toBeUndefined();
});

it("refuses an unknown type, and keeps the open dialog", () => {
  openDialog({ type: "support" });
  expect(() => openDialog({ type: "chat" as "support" })).toThrow(
    "Dialog definition not found for dialogType",
  );
  expect(opened()).toEqual({ type: "support" });
});
