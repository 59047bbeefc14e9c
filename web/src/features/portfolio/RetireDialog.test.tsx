import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Holding } from "@tonneline/contract/portfolio";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { forgetTokens, keepTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { RetireDialog } from "./RetireDialog.tsx";
import "../../locales/en/portfolio.ts";

const holding: Holding = {
  vintageId: 7,
  projectId: 3,
  projectName: "Alto Mayo",
  year: 2022,
  available: 40,
  creditType: "EX_POST",
  claimType: "CONTRIBUTION",
  externalId: "VCS 944",
  registry: { id: 1, name: "Verra" },
  projectType: { id: 1, name: "Forests" },
} as Holding;

const sent = vi.fn<(body: object) => void>();
const onDone = vi.fn<() => void>();
const server = serverOf({
  "POST /api/v1/me/retirements/batch": (_, init) => {
    sent(JSON.parse(String(init?.body)) as object);
    return Response.json({ content: [] }, { status: 201 });
  },
});

beforeEach(() => {
  sent.mockReset();
  onDone.mockReset();
  vi.stubGlobal("fetch", server);
  keepTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});
afterEach(() => {
  forgetTokens();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  const client = new QueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RetireDialog
          holdings={[holding]}
          company="Brennvik Logistics GmbH"
          onDone={onDone}
          onClose={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  type("Quantity", "5");
}
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label), {
    selector: "input, textarea, select",
  });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: /^Request retirement/ }));

it("marks what cannot be sent at its field, and does not say that it may have arrived", async () => {
  open();
  type("Message on the certificate", "For\u00072025");
  submit();
  expect(await screen.findByText("Contains characters that cannot be used")).toBeInTheDocument();
  expect(field("Message on the certificate")).toBeInvalid();
  expect(screen.queryByText(/Something went wrong/)).not.toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText(/^Nothing has been requested/)).toBeInTheDocument();
});

it("sends a pasted name without the unseen marks that came with it", async () => {
  open();
  type("Beneficiary", "\u200EBrennvik\u200F");
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ beneficiaryName: "Brennvik" });
  await expect.poll(() => onDone).toHaveBeenCalled();
});

it("sends no retirement without the claim period that was chosen for it", async () => {
  open();
  type("Claim year", "period");
  Object.defineProperty(field("Claim period to"), "validity", { value: { badInput: true } });
  submit();
  expect(await screen.findByText("Enter a whole date that exists.")).toBeInTheDocument();
  type("Claim period from", "2025-02-01");
  submit();
  expect(sent).not.toHaveBeenCalled();

  type("Claim year", "");
  type("Claim year", "period");
  type("Claim period from", "");
  submit();
  expect(await screen.findByText(/^Enter at least one day/)).toBeInTheDocument();
  type("Claim period to", "2025-02-28");
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ periodTo: "2025-02-28" });
});

it("says which letters the certificate cannot print, and sends them all the same", async () => {
  open();
  type("Beneficiary", "محمد");
  expect(screen.getByText(/shows □ in their place/)).toBeInTheDocument();
  expect(field("Beneficiary")).toHaveAccessibleDescription(/shows □/);
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ beneficiaryName: "محمد" });
});

it("says of what was bought as a contribution that own emissions are not its purpose", () => {
  open();
  expect(screen.getByText(/· Issued · Contribution · Verra/)).toBeInTheDocument();
  const warning = /^Bought as a contribution: not meant to be set against own emissions\.$/;
  expect(screen.getByText(warning)).toBeInTheDocument();
  type("Purpose", "CONTRIBUTION");
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
});

it("says what the law lets nobody tell consumers, where it would be printed", () => {
  open();
  const warning = /^EU law bans telling consumers that credits make a product neutral/;
  type("Message on the certificate", "Business travel by air");
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
  type("Message on the certificate", "Our shoes are climate neutral");
  expect(screen.getByText(warning)).toBeInTheDocument();
});
