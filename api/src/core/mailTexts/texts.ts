import type { MailContent } from "../mailText.ts";
import { accountTexts } from "./accounts.ts";
import { orderTexts } from "./orders.ts";
import { reminderTexts } from "./reminders.ts";
import { requestTexts } from "./requests.ts";
import type { MailText } from "./text.ts";
import { fill, paragraphsOf } from "./variables.rules.ts";

/** Every mail whose words operators may choose, by its code, in the product's own words. */
export const mailTexts = { ...orderTexts, ...reminderTexts, ...requestTexts, ...accountTexts };
type Texts = typeof mailTexts;
export type MailCode = keyof Texts;

/** The product's own words for a code that came from outside; undefined when there is no such mail. */
export function mailTextOf(code: string): MailText | undefined {
  return Object.hasOwn(mailTexts, code) ? mailTexts[code as MailCode] : undefined;
}

/** Words that operators put in place of the product's own. */
export interface OwnWords {
  subject: string;
  body: string;
}

/** A mail by its code, for whose words operators may choose others. */
export interface CodedMail {
  code: MailCode;
  values: Readonly<Record<string, string>>;
  lines?: string[];
  /** Where its button leads; without it the mail has none. */
  path?: string | undefined;
}

/** A mail with the value of each of its variables. What buyers typed comes `withoutAddresses`. */
export function coded<C extends MailCode>(
  code: C,
  values: { [V in keyof Texts[C]["example"]]: string },
  { path, lines = [] }: { path?: string; lines?: string[] } = {},
): CodedMail {
  return { code, values, path, lines };
}

/** A coded mail in words: those of an operator where there are any. */
export function contentOf(mail: CodedMail, own: OwnWords | undefined, brand: string): MailContent {
  const standard: MailText = mailTexts[mail.code];
  const values = { ...mail.values, brand };
  const paragraphs = own ? paragraphsOf(own.body) : standard.paragraphs;
  return {
    // A subject is one line, whatever a value holds.
    subject: fill(own?.subject ?? standard.subject, values).replaceAll(/\s+/g, " "),
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, values)),
    lines: mail.lines ?? [],
    ...(mail.path !== undefined && { action: { label: standard.button, path: mail.path } }),
  };
}

/** The variables that a mail's words may use. */
export const variablesOf = ({ example }: MailText): string[] => [...Object.keys(example), "brand"];
