import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ConfirmFactor, ProofForm } from "./SecondFactorForms.tsx";
import "../../locales/en/account.ts";
import "../../locales/en/table.ts";

const nothing = async () => {};

test.each([
  [
    "Current password",
    <ProofForm asks="code" label="Next" onProven={nothing} onCancel={() => {}} />,
  ],
  ["Name", <ProofForm asks={null} named label="Add" onProven={nothing} onCancel={() => {}} />],
  [
    "Code",
    <ConfirmFactor secret="ABC" uri="otpauth://x" onConfirmed={nothing} onCancel={() => {}} />,
  ],
])("a form opened by keyboard has its %s focused", async (label, form) => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>
    </MantineProvider>,
  );
  await expect.poll(() => screen.getByLabelText(label) === document.activeElement).toBe(true);
});
