import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { QuantityInput } from "./QuantityInput.tsx";

test("Enter that only picks digits of an input method is not taken for the quantity's", () => {
  const onEnter = vi.fn();
  render(<QuantityInput label="Tonnes" value="１" onChange={() => {}} onEnter={onEnter} />);
  const field = screen.getByLabelText("Tonnes");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  // Safari ends the composition before it reports the key.
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(onEnter).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onEnter).toHaveBeenCalledOnce();
});
