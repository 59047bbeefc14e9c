import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showPage } from "../../test/page.tsx";
import { FileTile } from "./FileTile.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/imports.ts";

it("ignores a file that is dropped while another is being uploaded", async () => {
  const uploaded = Promise.withResolvers<void>();
  const onUpload = vi.fn((_: File) => uploaded.promise);
  const none = { file: null, locked: false, onRemove: () => Promise.resolve() };
  showPage(() => <FileTile kind="projects" {...none} onUpload={onUpload} />);
  const tile = await screen.findByRole("region");
  const [first, second] = ["first.csv", "second.csv"].map((name) => new File(["x"], name));
  fireEvent.drop(tile, { dataTransfer: { files: [first] } });
  await screen.findByRole("status");
  fireEvent.drop(tile, { dataTransfer: { files: [second] } });
  expect(onUpload.mock.calls.map(([file]) => file)).toEqual([first]);

  uploaded.resolve();
  await expect.poll(() => screen.queryByRole("status")).toBeNull();
  fireEvent.drop(tile, { dataTransfer: { files: [second] } });
  expect(onUpload).toHaveBeenCalledTimes(2);
});
