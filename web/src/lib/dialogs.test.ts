import { beforeEach, expect, it } from "vitest";
import { closeDialog, openDialog, useDialog } from "./dialogs.ts";

const opened = () => useDialog.getState().opened;

beforeEach(closeDialog);

it("opens one dialog, instead of one that is open, and closes it", () => {
  openDialog({ type: "marketing", header: "Sponsor this project" });
  openDialog({ type: "support", topic: "Order 10482" });
  expect(opened()).toEqual({ type: "support", topic: "Order 10482" });
  closeDialog();
  expect(opened()).toBeUndefined();
});

it("refuses a type that nothing shows, and leaves what is open", () => {
  openDialog({ type: "support" });
  expect(() => openDialog({ type: "chat" as "support" })).toThrow(
    "Dialog definition not found for dialogType",
  );
  expect(opened()).toEqual({ type: "support" });
});
