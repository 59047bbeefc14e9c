import type { Certificate } from "@tonneline/contract/certificates";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/certificates.ts";
import { CertificateProof } from "./CertificateProof.tsx";

const certificate = {
  ledger: { entry: 9417, at: "2026-11-27T21:43:58Z" },
  registry: { id: 1, name: "American Carbon Registry" },
  registryUrl: "https://registry.example/1",
  retiredOn: "2026-11-27",
  blocks: [{ serialNumberFrom: "1", serialNumberTo: "1" }],
  sha256: null,
} as unknown as Certificate;

it.each([
  [1, "1 t left the holding of the buyer and was retired once. Entry 9,417."],
  [2, "2 t left the holding of the buyer and were retired once. Entry 9,417."],
])("states what happened to %i tonnes", (quantity, text) => {
  render(<CertificateProof certificate={{ ...certificate, quantity }} />);
  expect(screen.getByText(/left the holding/)).toHaveTextContent(text);
});
