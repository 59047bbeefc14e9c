import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import type { RetiredProduct } from "./retirements.sql.ts";

// Whoever may read retirements may read their mails.
const permission = "retirements:read" as const;

interface MailedRetirement {
  id: number;
  quantity: number;
  product: RetiredProduct;
}

const aboutOf = ({ id }: { id: number }) => ({ type: "retirement", id }) as const;

function lineOf({ quantity, product }: MailedRetirement): string {
  const { projectName, year, registry, externalId } = product;
  const place = [registry.name, externalId].filter(Boolean).join(" ");
  return `${quantity.toLocaleString("en")} t, ${projectName}, vintage ${year} (${place})`;
}

/** Tells the buyer in one mail that they are under way, and every operator who may complete them. */
export async function mailRetirementsRequested(
  tx: Tx,
  userId: number,
  retirements: readonly MailedRetirement[],
): Promise<void> {
  const people = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select(["users.id", "users.username"])
    .where("users.blocked", "=", false)
    .where((eb) =>
      eb.or([
        eb("users.id", "=", userId),
        eb("roles.permissions", "@>", eb.val(["retirements:write"])),
      ]),
    )
    .orderBy("users.id")
    .execute();
  const [first] = retirements;
  const isOne = retirements.length === 1;
  const lines = retirements.map((each) =>
    isOne ? lineOf(each) : `Retirement ${each.id}: ${lineOf(each)}`,
  );
  const forBuyer = {
    subject: isOne
      ? `Retirement ${first!.id} is requested`
      : `${retirements.length} retirements are requested`,
    paragraphs: [
      "We retire these credits at the registry and then send you the certificate. They can no longer be sold or used otherwise.",
    ],
    lines,
    action: { label: "See your portfolio", path: "/portfolio" },
  };
  const forOperators = {
    subject: isOne ? `Retirement ${first!.id} waits` : `${retirements.length} retirements wait`,
    paragraphs: ["A buyer asks for these credits to be retired at the registry."],
    lines,
    action: isOne
      ? { label: "Open the retirement", path: `/management/retirements?open=${first!.id}` }
      : {
          label: "Open the retirements",
          path: "/management/retirements?tab=RETIREMENT_IN_PROGRESS",
        },
  };
  await writeMails(
    tx,
    people.map(({ id, username }) => ({
      to: username,
      permission,
      about: aboutOf(first!),
      ...(id === userId ? forBuyer : forOperators),
    })),
  );
}

/** Tells the buyer that it was not carried out, and why. */
export async function mailRetirementDeclined(
  tx: Tx,
  userId: number,
  retirement: MailedRetirement,
  reason: string,
): Promise<void> {
  const { username } = await tx
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const mail = {
    subject: `Retirement ${retirement.id} is declined`,
    paragraphs: [`Reason: ${reason}`, "The credits are back in your portfolio."],
    lines: [lineOf(retirement)],
    action: { label: "See your portfolio", path: "/portfolio" },
  };
  await writeMails(tx, [{ to: username, permission, about: aboutOf(retirement), ...mail }]);
}

/** Sends the buyer the certificate. */
export async function mailRetirementCompleted(
  tx: Tx,
  username: string,
  retirement: MailedRetirement,
  certificate: { fileId: number; certificateNumber: string },
): Promise<void> {
  const mail = {
    subject: `Retirement ${retirement.id} is completed`,
    paragraphs: [
      "These credits are retired at the registry, for good. The certificate is attached. Anybody can check it at the address below.",
    ],
    lines: [lineOf(retirement)],
    action: {
      label: "Check the certificate",
      path: `/certificates/${certificate.certificateNumber}`,
    },
  };
  await writeMails(tx, [
    {
      to: username,
      permission,
      about: aboutOf(retirement),
      ...mail,
      attachments: [certificate.fileId],
    },
  ]);
}
