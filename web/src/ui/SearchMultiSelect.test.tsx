import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import "../lib/i18n.ts";
import { SearchMultiSelect } from "./SearchMultiSelect.tsx";

const [peat, moor, fen] = [
  { id: 1, name: "Peat" },
  { id: 2, name: "Moor" },
  { id: 3, name: "Fen" },
];

test("what was chosen keeps its name while others are searched; of what is known, only the chosen is offered", async () => {
  const useSearch = (q: string) => ({ data: q === "mo" ? [moor] : q === "fe" ? [fen] : [] });
  let chosen: string[] = [];
  function Field() {
    const [value, setValue] = useState(["1"]);
    chosen = value;
    return (
      <SearchMultiSelect
        ref={() => {}}
        label="Projects"
        description=""
        nothingFound="Nothing found"
        useSearch={useSearch}
        value={value}
        known={[peat, { id: 9, name: "Removed before" }]}
        error={undefined}
        readOnly={false}
        onChange={setValue}
      />
    );
  }
  render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  );
  const field = screen.getByLabelText("Projects", { selector: "input" });
  const search = (q: string) => fireEvent.change(field, { target: { value: q } });
  const options = () =>
    screen.queryAllByRole("option", { hidden: true }).map(({ textContent }) => textContent);
  fireEvent.click(field);
  expect(options()).toEqual(["Peat"]);
  search("mo");
  fireEvent.click(await screen.findByRole("option", { name: "Moor", hidden: true }));
  search("fe");
  await screen.findByRole("option", { name: "Fen", hidden: true });
  expect(options()).toEqual(["Peat", "Moor", "Fen"]);
  expect(chosen).toEqual(["1", "2"]);
});
