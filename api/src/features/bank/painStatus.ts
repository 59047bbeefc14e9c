import { Unreadable } from "./camtValues.ts";
import { reasonInWords } from "./reasons.rules.ts";
import { cut, elementAt, elementsAt, textAt, type Element } from "./xml.ts";

/** What the bank refuses of a file of transfers (ISO 20022 customer payment status report, pain.002). */
export interface StatusReport {
  /** The file's message id. */
  messageId: string;
  /** Why it refuses the whole file; null unless it does. */
  fileReason: string | null;
  /** The transfers that it refuses, with the reason of each. */
  refused: { endToEndId: string; reason: string }[];
}

const refused = "RJCT";
const noReason = "no reason given";

/** Reads pain.002 from version 03 on. All other statuses than a refusal are left out: they are not final. Throws Unreadable. */
export function readStatusReport(document: Element): StatusReport {
  const body = elementAt(document, "CstmrPmtStsRpt");
  const group = elementAt(body, "OrgnlGrpInfAndSts");
  const messageId = textAt(group, "OrgnlMsgId");
  if (messageId === "")
    throw new Unreadable("The status report does not name the file it is about.");
  const blocks = elementsAt(body, "OrgnlPmtInfAndSts");
  // Our files have a single block.
  const isFileRefused =
    textAt(group, "GrpSts") === refused ||
    blocks.some((block) => textAt(block, "PmtInfSts") === refused);
  const fileReason = [group, ...blocks].map(reasonOf).find(Boolean) ?? "";
  const transfers = blocks.flatMap((block) => elementsAt(block, "TxInfAndSts"));
  return {
    messageId,
    fileReason: isFileRefused ? fileReason || noReason : null,
    refused: transfers
      .filter((transfer) => textAt(transfer, "TxSts") === refused)
      .map((transfer) => ({
        endToEndId: textAt(transfer, "OrgnlEndToEndId"),
        reason: reasonOf(transfer) || fileReason || noReason,
      })),
  };
}

/** Returns the reasons of a status in words; "" if it has none. */
function reasonOf(element: Element | undefined): string {
  const reasons = elementsAt(element, "StsRsnInf").map((each) => {
    const code = textAt(each, "Rsn/Cd", "Rsn/Prtry");
    const more = elementsAt(each, "AddtlInf").map(({ text }) => text);
    return [code && reasonInWords(code), more.join(" ")].filter(Boolean).join(": ");
  });
  return cut(reasons.filter(Boolean).join("; "), 300);
}
