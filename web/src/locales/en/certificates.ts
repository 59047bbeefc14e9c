import { addTexts } from "../../lib/i18n.ts";

/** Words of certificates and their public pages; a certificate's PDF has the same. */
export const certificates = addTexts("certificates", {
  title: "Certificate of retirement",
  loading: "Looking up the certificate",
  failed: "The certificate could not be looked up",
  missing: "No certificate has this number",
  missingText:
    "Compare it with the number on the certificate: it reads like TL-2026-7F3K-92PV. If they are the same, ask whoever gave you the certificate.",
  confirms: "{{issuer}} confirms:",
  statement_one:
    "{{number}} carbon credit, standing for one tonne of CO₂ equivalent, was permanently retired in the registry {{registry}} on {{day}} for:",
  statement_other:
    "{{number}} carbon credits, each standing for one tonne of CO₂ equivalent, were permanently retired in the registry {{registry}} on {{day}} for:",
  unnamed: "Beneficiary not named, at the buyer's wish",
  meaning:
    "Retired credits cannot be sold, transferred or used again. This page states what was retired. It says nothing about the climate impact of a product, a service or a company.",
  fact: {
    retired: "Retired",
    project: "Project",
    place: "Type and place",
    registry: "Registry and project id",
    methodology: "Methodology",
    vintage: "Vintage",
    serials: "Serial numbers",
    from: "First serial number",
    to: "Last serial number",
    date: "Date of retirement",
    purpose: "Purpose",
    period: "Period",
    record: "Registry's record",
    number: "Certificate number",
  },
  purpose: {
    OWN_EMISSIONS: "Own emissions",
    ON_BEHALF: "On behalf of another organisation or person",
    CONTRIBUTION: "Environmental contribution",
    CORPORATE_INVENTORY: "Corporate emissions inventory",
    PRODUCT_OR_EVENT: "Product or event",
    REGULATORY: "Regulatory obligation",
    OTHER: "Other",
  },
  check: {
    title: "Is your copy unchanged?",
    text: "Choose the certificate's PDF or drop it here. It stays in your browser.",
    choose: "Choose the PDF",
    same: "Your file is the certificate, byte for byte.",
    other: "Your file is not this certificate, or it was changed.",
    otherText: "Its SHA-256 is {{hash}}.",
    unreadable: "The file could not be read.",
    impossible: "This browser checks files only on pages whose address begins with https.",
    hash: "SHA-256 of the PDF",
    making: "The PDF is still being made.",
  },
  preview: "What the certificate will state",
  previewUnnamed: "The public page will not name the beneficiary.",
  typed: "…",
});
