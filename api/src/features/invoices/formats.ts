import type { Invoice } from "@e-invoice-eu/core";

/** Silences the library's progress messages; only warnings and errors matter. */
const logger = {
  log: () => {},
  warn: (message: string) => process.emitWarning(message),
  error: (message: string) => process.emitWarning(message),
};

interface CiiDocument {
  "rsm:CrossIndustryInvoice": {
    "rsm:ExchangedDocument": Record<string, unknown>;
    "rsm:SupplyChainTradeTransaction": {
      "ram:ApplicableHeaderTradeAgreement": Record<string, unknown>;
      "ram:ApplicableHeaderTradeSettlement": Record<string, unknown>;
      /** Where the library puts it by mistake. */
      "ram:ReceivableSpecifiedTradeAccountingAccount"?: unknown;
    };
  };
}

/** Methods that the library calls on itself and declares private; all are patched further down. */
interface Inside {
  postProcess?: (cii: CiiDocument) => void;
  addXmpMeta?: (xmp: unknown, meta: { subject: string }) => void;
  setStructTreeRoot?: (pdf: Pdf) => void;
}

interface PdfNode {
  lookup(at: unknown): PdfNode;
  readonly dict: { set(name: unknown, value: unknown): void };
}
interface Pdf {
  setTitle(title: string): void;
  setSubject(to: string): void;
  readonly catalog: PdfNode;
  /** Texts become names. */
  readonly context: { obj(value: string | number): unknown };
}

/**
 * The library looks for the preceding invoice (BT-25) one element too high and silently omits it from CII; it also writes the
 * buyer's accounting reference (BT-19) one too high. Both belong after the sums, as in the XSD.
 */
function mendSettlement(cii: CiiDocument, invoice: Invoice): void {
  const { "cac:BillingReference": preceding, "cbc:AccountingCost": account } =
    invoice["ubl:Invoice"];
  const trade = cii["rsm:CrossIndustryInvoice"]["rsm:SupplyChainTradeTransaction"];
  const settlement = trade["ram:ApplicableHeaderTradeSettlement"];
  if (preceding)
    settlement["ram:InvoiceReferencedDocument"] = preceding.map((reference) => ({
      "ram:IssuerAssignedID": reference["cac:InvoiceDocumentReference"]["cbc:ID"],
    }));
  delete trade["ram:ReceivableSpecifiedTradeAccountingAccount"];
  if (account) settlement["ram:ReceivableSpecifiedTradeAccountingAccount"] = { "ram:ID": account };
}

/** The library puts all notes (BT-22) into one element, which may hold only one: each gets its own (BG-1). */
function mendNotes(cii: CiiDocument, { "ubl:Invoice": { "cbc:Note": notes } }: Invoice): void {
  if (!notes) return;
  cii["rsm:CrossIndustryInvoice"]["rsm:ExchangedDocument"]["ram:IncludedNote"] = notes.map(
    (note) => ({ "ram:Content": note }),
  );
}

/** UBL has no seller's order reference without the buyer's (BT-13): Peppol's placeholder if there is none. */
export const noReference = "NA";

/** CII may omit the buyer's order; the library always does when embedding it, as if EN 16931 did not have it. */
function mendOrder(cii: CiiDocument, { "ubl:Invoice": { "cac:OrderReference": order } }: Invoice) {
  const trade = cii["rsm:CrossIndustryInvoice"]["rsm:SupplyChainTradeTransaction"];
  const agreement = trade["ram:ApplicableHeaderTradeAgreement"];
  delete agreement["ram:BuyerOrderReferencedDocument"];
  const id = order?.["cbc:ID"];
  if (id && id !== noReference)
    agreement["ram:BuyerOrderReferencedDocument"] = { "ram:IssuerAssignedID": id };
}

interface Page {
  bytes: Buffer;
  name: string;
  title: string;
}

/** The library omits the colour profile's number of colours, which PDF requires (ISO 32000, 8.6.5.5): red, green and blue. */
function mendColours({ catalog, context }: Pdf): void {
  const intent = catalog.lookup(context.obj("OutputIntents")).lookup(0);
  intent.lookup(context.obj("DestOutputProfile")).dict.set(context.obj("N"), context.obj(3));
}

/** The library calls everything an invoice, and would replace the page's structure tree, which screen readers follow. */
function mendPage(inside: Inside, { title }: Page): void {
  const addXmpMeta = inside.addXmpMeta!.bind(inside);
  inside.addXmpMeta = (xmp, meta) => addXmpMeta(xmp, { ...meta, subject: title });
  inside.setStructTreeRoot = (pdf) => {
    pdf.setTitle(title);
    pdf.setSubject(title);
    mendColours(pdf);
  };
}

/**
 * Writes an invoice in one of the library's formats; for Factur-X embedded in the page. Bypasses the library's own entry point,
 * which compiles its JSON schema for each invoice (a quarter of a second); types and tests enforce the same.
 */
export async function writeFormat(
  format: "UBL" | "CII" | "Factur-X-EN16931",
  invoice: Invoice,
  page?: Page,
): Promise<Buffer> {
  const { FormatFactoryService } = await import("@e-invoice-eu/core");
  const formatter = new FormatFactoryService().createFormatService(format, logger);
  const inside = formatter as unknown as Inside;
  const postProcess = inside.postProcess?.bind(formatter);
  if (postProcess)
    inside.postProcess = (cii) => {
      postProcess(cii);
      mendNotes(cii, invoice);
      mendSettlement(cii, invoice);
      mendOrder(cii, invoice);
    };
  if (page) mendPage(inside, page);
  const pdf = page && { buffer: page.bytes, filename: page.name, mimetype: "application/pdf" };
  return Buffer.from(
    await formatter.generate(invoice, { format, lang: "en", ...(pdf ? { pdf } : {}) }),
  );
}
