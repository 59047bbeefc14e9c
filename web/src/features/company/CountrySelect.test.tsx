import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/cart.ts";
import { CountrySelect } from "./CountrySelect.tsx";

test("typing elsewhere in the form does not render its options again; a choice gets what was typed", () => {
  const renderOption = vi.fn(({ option }: { option: { label: string } }) => option.label);
  const onChoose = vi.fn();
  function Form() {
    const [typed, setTyped] = useState("");
    return (
      <>
        <input aria-label="City" onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
        <CountrySelect
          label="Country"
          value="DE"
          renderOption={renderOption}
          onChange={(chosen) => onChoose(typed, chosen)}
        />
      </>
    );
  }
  render(<Form />, { wrapper: (props) => <MantineProvider env="test" {...props} /> });
  expect(renderOption).toHaveBeenCalled();
  renderOption.mockClear();
  fireEvent.change(screen.getByLabelText("City"), { target: { value: "Lyon" } });
  expect(renderOption).not.toHaveBeenCalled();

  fireEvent.click(screen.getByLabelText("Country", { selector: "input" }));
  fireEvent.click(screen.getByRole("option", { name: "France" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Lyon", "FR");
});
