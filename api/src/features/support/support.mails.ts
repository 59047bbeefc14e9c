import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import type { NewRequest } from "./support.sql.ts";

/** Tells each operator; an answer to the mail goes to the person who wrote. */
export async function mailRequest(
  tx: Tx,
  operators: readonly string[],
  request: NewRequest,
  path: string,
): Promise<void> {
  const { firstName, lastName, email, topic, message } = request;
  const mail = {
    subject: `Support request: ${topic}`,
    paragraphs: [
      `${firstName} ${lastName} (${email}) wrote:`,
      ...message.split(/\n+/),
      `Answer this mail to write to ${email}.`,
    ],
    action: { label: "Open the request", path },
  };
  await writeMails(
    tx,
    operators.map((to) => ({ to, replyTo: email, permission: "users:read", ...mail })),
  );
}
