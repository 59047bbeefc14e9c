import type { Permission } from "@tonneline/contract/endpoint";
import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";

const places = {
  order: "/management/orders?open=",
  retirement: "/management/retirements?open=",
  user: "/management/users?open=",
  company: "/management/companies/",
} as const;

interface Mention {
  record: { type: keyof typeof places; id: number };
  permission: Permission;
  text: string;
  author: string;
}

/** Mails operators that a note mentions them. */
export async function mailMention(
  tx: Tx,
  { record: { type, id }, permission, text, author }: Mention,
  recipients: readonly { username: string }[],
): Promise<void> {
  const path = `${places[type]}${id}`;
  const mail = {
    subject: `${author} mentions you on ${type} ${id}`,
    paragraphs: [`${author} wrote:`, ...text.split(/\n+/)],
    action: { label: `Open the ${type}`, path },
  };
  await writeMails(
    tx,
    recipients.map(({ username: to }) => ({ to, permission, ...mail })),
  );
}
