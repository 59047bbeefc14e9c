import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showPage } from "../../test/page.tsx";
import { FileTile } from "./FileTile.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/imports.ts";

const dropped = (file: File) => {
  const item = { getAsFile: () => file, webkitGetAsEntry: () => ({ isDirectory: false }) };
  return { dataTransfer: { types: ["Files"], items: [item] } };
};

it("ignores a file that is dropped while another is being uploaded", async () => {
  const uploaded = Promise.withResolvers<void>();
  const onUpload = vi.fn((_: File) => uploaded.promise);
  const none = { file: null, locked: false, onRemove: () => Promise.resolve() };
  showPage(() => <FileTile kind="projects" {...none} onUpload={onUpload} />);
  const tile = await screen.findByRole("region");
  const [first, second] = [new File(["x"], "first.csv"), new File(["x"], "second.csv")];
  fireEvent.drop(tile, dropped(first));
  await screen.findByRole("status");
  fireEvent.drop(tile, dropped(second));
  expect(onUpload.mock.calls.map(([file]) => file)).toEqual([first]);

  uploaded.resolve();
  await expect.poll(() => screen.queryByRole("status")).toBeNull();
  fireEvent.drop(tile, dropped(second));
  expect(onUpload).toHaveBeenCalledTimes(2);
});
