import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../locales/en/app.ts";
import { useDrop } from "./useDrop.ts";

function Zone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { isOver, dropProps } = useDrop(onFiles);
  return <section aria-label={isOver ? "Let go" : "Drop here"} {...dropProps} />;
}

function show() {
  const onFiles = vi.fn<(files: File[]) => void>();
  const { unmount } = render(
    <MantineProvider env="test">
      <Notifications />
      <Zone onFiles={onFiles} />
      <p>Beside</p>
    </MantineProvider>,
  );
  return { onFiles, unmount };
}
const zone = () => screen.getByRole("region");
const folder = {
  getAsFile: () => new File([""], "2026"),
  webkitGetAsEntry: () => ({ isDirectory: true }),
};
const file = new File(["x"], "Plan.pdf");
const plan = { getAsFile: () => file, webkitGetAsEntry: () => ({ isDirectory: false }) };
const dragged = (items: object[], types = ["Files"]) => ({ dataTransfer: { types, items } });

it("takes files, and says that a folder among them cannot be uploaded", async () => {
  const { onFiles } = show();
  fireEvent.drop(zone(), dragged([folder]));
  expect(await screen.findByText(/^A folder cannot be uploaded/)).toBeInTheDocument();
  expect(onFiles).not.toHaveBeenCalled();
  fireEvent.drop(zone(), dragged([folder, plan]));
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file]);
});

it.each([
  ["dragOver", "Files", true],
  ["drop", "Files", true],
  // Text may be dragged into a field.
  ["dragOver", "text/plain", false],
  ["drop", "text/plain", false],
] as const)("while it is shown, a %s of %s beside it is ignored: %s", (type, kind, isIgnored) => {
  const { onFiles, unmount } = show();
  const fired = () => {
    const event = createEvent[type](document.body, dragged([plan], [kind]));
    fireEvent(document.body, event);
    return event;
  };
  const event = fired();
  expect(event.defaultPrevented).toBe(isIgnored);
  expect((event as DragEvent).dataTransfer?.dropEffect).toBe(isIgnored ? "none" : undefined);
  expect(onFiles).not.toHaveBeenCalled();
  unmount();
  expect(fired().defaultPrevented).toBe(false);
});

it("accepts files over it, and no text", () => {
  show();
  const over = (kind: string) => {
    const event = createEvent.dragOver(zone(), dragged([plan], [kind]));
    fireEvent(zone(), event);
    return (event as DragEvent).dataTransfer?.dropEffect;
  };
  over("text/plain");
  expect(zone()).toHaveAccessibleName("Drop here");
  expect(over("Files")).not.toBe("none");
  expect(zone()).toHaveAccessibleName("Let go");
  fireEvent.dragLeave(zone());
  expect(zone()).toHaveAccessibleName("Drop here");
});
