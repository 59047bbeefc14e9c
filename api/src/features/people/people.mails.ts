import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";

export async function mailAdmitted(tx: Tx, to: string): Promise<void> {
  const content = {
    subject: "Your account is ready",
    paragraphs: [
      `Hello, your account was checked and admitted.`,
      "You can now browse the projects, hold credits in your cart and order on invoice.",
    ],
    action: { label: "Go to the marketplace", path: "/login" },
  };
  await writeMails(tx, [{ to, permission: "users:read", ...content }]);
}
