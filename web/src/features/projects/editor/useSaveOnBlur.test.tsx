import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useSaveOnBlur } from "./useSaveOnBlur.ts";

function Field({ saved, save }: { saved: string; save: (text: string) => unknown }) {
  return <input {...useSaveOnBlur(saved, save)} />;
}

it("saves its input on blur, and follows what others save", () => {
  const save = vi.fn<(text: string) => void>();
  const { rerender } = render(<Field saved="Report" save={save} />);
  const show = (saved: string) => rerender(<Field saved={saved} save={save} />);
  const field = screen.getByRole("textbox");
  const type = (value: string) => fireEvent.change(field, { target: { value } });

  show("Report of a colleague");
  expect(field).toHaveValue("Report of a colleague");
  fireEvent.blur(field);
  expect(save).not.toHaveBeenCalled();

  type("Report of mine");
  show("Report of somebody else");
  expect(field).toHaveValue("Report of mine");
  fireEvent.blur(field);
  expect(save.mock.calls).toEqual([["Report of mine"]]);
  // Until the save is confirmed.
  expect(field).toHaveValue("Report of mine");
  show("Report of mine");

  show("Report of a colleague");
  expect(field).toHaveValue("Report of a colleague");
  fireEvent.blur(field);
  expect(save).toHaveBeenCalledOnce();

  type(" Report of a colleague ");
  fireEvent.blur(field);
  expect(save).toHaveBeenCalledOnce();
});

it("restores the saved value if the input is rejected", () => {
  render(<Field saved="Report" save={(text) => text !== ""} />);
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "" } });
  expect(field).toHaveValue("");
  fireEvent.blur(field);
  expect(field).toHaveValue("Report");
});
