import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/approvals.ts";
import { Changes } from "./Changes.tsx";

const vintage = { name: "Peat bog", year: 2022 };

test.each([
  [
    { ...vintage, fact: "impactType", before: "REDUCTION", after: "REMOVAL_SHORT" },
    "Peat bog 2022 now counts as short-lived removal instead of reduction.",
  ],
  [
    { ...vintage, fact: "creditType", before: "EX_POST", after: "EX_ANTE" },
    "Peat bog 2022 is now expected: the registry has not issued its credits yet.",
  ],
  [
    { ...vintage, fact: "price", before: 10, after: null },
    "Peat bog 2022 no longer has a price: it is sold on request.",
  ],
  [
    { name: "Tenure", year: null, fact: "price", before: 10, after: 12.5 },
    "Tenure now costs €12.50 instead of €10.00.",
  ],
] as const)("%o is described in words", (change, sentence) => {
  render(
    <MantineProvider env="test">
      <Changes changes={[change]} />
    </MantineProvider>,
  );
  expect(screen.getByText(sentence)).toBeInTheDocument();
});
