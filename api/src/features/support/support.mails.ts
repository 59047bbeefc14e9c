import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";
import { coded } from "../../core/mailTexts/texts.ts";
import type { LockedRequest, NewRequest } from "./support.sql.ts";

const permission = "users:read" as const;
const aboutOf = (id: number) => ({ type: "supportRequest", id }) as const;
const paragraphs = (text: string) => text.split(/\n+/);
const action = (id: number) => ({
  label: "Open the request",
  path: `/management/support-requests?open=${id}&tab=all`,
});

/** Mails a new request to each operator; replies go to the person who wrote it. */
export async function mailRequest(
  tx: Tx,
  operators: readonly string[],
  request: NewRequest & { id: number },
): Promise<void> {
  const { firstName, lastName, email, topic, message } = request;
  const mail = {
    subject: `Support request: ${topic}`,
    paragraphs: [
      `${firstName} ${lastName} (${email}) wrote:`,
      ...paragraphs(message),
      "Answer in the product, where your colleagues see it, or reply to this email to write to them directly.",
    ],
    action: { label: "Open the request", path: `/management/support-requests?open=${request.id}` },
  };
  const about = aboutOf(request.id);
  await writeMails(
    tx,
    operators.map((to) => ({ to, replyTo: email, permission, about, ...mail })),
  );
}

/** Mails each operator a further message from the writer of a request. */
export async function mailMore(
  tx: Tx,
  operators: readonly string[],
  request: LockedRequest,
  text: string,
): Promise<void> {
  const mail = {
    subject: `Support request ${request.id}, again: ${request.topic}`,
    paragraphs: [
      `${request.first_name} ${request.last_name} (${request.email}) wrote:`,
      ...paragraphs(text),
    ],
    action: action(request.id),
  };
  const about = aboutOf(request.id);
  await writeMails(
    tx,
    operators.map((to) => ({ to, replyTo: request.email, permission, about, ...mail })),
  );
}

/**
 * Mails the operator's reply to the writer. A writer who cannot read the pages (`reads`) continues by replying to the mail,
 * which reaches the operator.
 */
export async function mailAnswer(
  tx: Tx,
  request: LockedRequest,
  answer: { question: string; text: string; operator: string; reads: boolean },
): Promise<void> {
  const values = {
    topic: withoutAddresses(request.topic),
    answer: answer.text,
    message: withoutAddresses(answer.question),
  };
  const words = answer.reads
    ? coded("support.answered", values, { path: `/user/settings/support/${request.id}` })
    : coded("support.answeredByMail", values);
  const about = aboutOf(request.id);
  await writeMails(tx, [
    { to: request.email, replyTo: answer.operator, permission, about, ...words },
  ]);
}
