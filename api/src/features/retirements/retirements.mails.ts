import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { coded } from "../../core/mailTexts/texts.ts";
import { formatInteger } from "../../core/formats.ts";
import type { RetiredProduct } from "./retirements.sql.ts";

// Reading retirements includes reading the mails about them.
const permission = "retirements:read" as const;

interface MailedRetirement {
  id: number;
  quantity: number;
  product: RetiredProduct;
}

/** A recipient on the buyer's side. */
interface Buyer {
  username: string;
}

const aboutOf = ({ id }: { id: number }) => ({ type: "retirement", id }) as const;

function lineOf({ quantity, product }: MailedRetirement): string {
  const { projectName, year, registry, externalId } = product;
  const location = [registry.name, externalId].filter(Boolean).join(" ");
  return `${formatInteger(quantity)} t, ${projectName}, vintage ${year} (${location})`;
}

/** Mails the buyers and every operator who may complete them that retirements are in progress: one mail each. */
export async function mailRetirementsRequested(
  tx: Tx,
  buyers: readonly string[],
  operators: readonly string[],
  retirements: readonly MailedRetirement[],
): Promise<void> {
  const [first, ...others] = retirements;
  const isOne = others.length === 0;
  const lines = retirements.map((each) =>
    isOne ? lineOf(each) : `Retirement ${each.id}: ${lineOf(each)}`,
  );
  const named = { retirement: `${first!.id}` };
  const count = `${retirements.length}`;
  const own = { path: "/portfolio", lines };
  const list = { path: "/management/retirements?tab=RETIREMENT_IN_PROGRESS", lines };
  const forBuyer = isOne
    ? coded("retirement.requested", named, own)
    : coded("retirement.requestedMany", { count }, own);
  const forOperators = isOne
    ? coded("retirement.waiting", named, {
        path: `/management/retirements?open=${first!.id}`,
        lines,
      })
    : coded("retirement.waitingMany", { count }, list);
  await writeMails(
    tx,
    Array.from(new Set([...buyers, ...operators]), (to) => ({
      to,
      permission,
      about: aboutOf(first!),
      ...(buyers.includes(to) ? forBuyer : forOperators),
    })),
  );
}

/** Mails the buyers that a retirement was declined, and why. */
export async function mailRetirementDeclined(
  tx: Tx,
  buyers: readonly Buyer[],
  retirement: MailedRetirement,
  reason: string,
): Promise<void> {
  const mail = coded(
    "retirement.declined",
    { retirement: `${retirement.id}`, reason },
    { path: "/portfolio", lines: [lineOf(retirement)] },
  );
  const about = aboutOf(retirement);
  await writeMails(
    tx,
    buyers.map(({ username: to }) => ({ to, permission, about, ...mail })),
  );
}

/** Mails the buyers the certificate. */
export async function mailRetirementCompleted(
  tx: Tx,
  buyers: readonly Buyer[],
  retirement: MailedRetirement,
  certificate: { fileId: number; certificateNumber: string },
): Promise<void> {
  const mail = coded(
    "retirement.completed",
    { retirement: `${retirement.id}` },
    { path: `/certificates/${certificate.certificateNumber}`, lines: [lineOf(retirement)] },
  );
  const about = aboutOf(retirement);
  const attachments = [certificate.fileId];
  await writeMails(
    tx,
    buyers.map(({ username: to }) => ({ to, permission, about, ...mail, attachments })),
  );
}
