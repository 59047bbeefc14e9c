import type { MailContent } from "../mailText.ts";
import { accountTexts } from "./accounts.ts";
import { orderTexts } from "./orders.ts";
import { reminderTexts } from "./reminders.ts";
import { requestTexts } from "./requests.ts";
import type { MailText } from "./text.ts";
import { fill, paragraphsOf } from "./variables.rules.ts";

/** The standard texts of all mails that operators can customize, by code. */
export const mailTexts = { ...orderTexts, ...reminderTexts, ...requestTexts, ...accountTexts };
type Texts = typeof mailTexts;
export type MailCode = keyof Texts;

/** Returns the standard text for an untrusted code; undefined if there is no such mail. */
export function mailTextOf(code: string): MailText | undefined {
  return Object.hasOwn(mailTexts, code) ? mailTexts[code as MailCode] : undefined;
}

/** An operator's text that replaces the standard one. */
export interface OwnWords {
  subject: string;
  body: string;
}

/** A mail identified by its code, with a text that operators can customize. */
export interface CodedMail {
  code: MailCode;
  values: Readonly<Record<string, string>>;
  lines?: string[];
  /** The path that its button leads to; without it the mail has none. */
  path?: string | undefined;
  ending?: MailContent["ending"];
}

/** Returns a mail with the value of each of its variables. Text typed by buyers must be passed through `withoutAddresses`. */
export function coded<C extends MailCode>(
  code: C,
  values: { [V in keyof Texts[C]["example"]]: string },
  { lines = [], ...shown }: Omit<CodedMail, "code" | "values"> = {},
): CodedMail {
  return { code, values, lines, ...shown };
}

/** Renders a coded mail to text: the operator's if there is one, otherwise the standard one. */
export function contentOf(mail: CodedMail, own: OwnWords | undefined, brand: string): MailContent {
  const standard: MailText = mailTexts[mail.code];
  const values = { ...mail.values, brand };
  const paragraphs = own ? paragraphsOf(own.body) : standard.paragraphs;
  return {
    // A subject is a single line, even if a value has several.
    subject: fill(own?.subject ?? standard.subject, values).replaceAll(/\s+/g, " "),
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, values)),
    lines: mail.lines ?? [],
    ...(mail.path !== undefined && { action: { label: standard.button, path: mail.path } }),
    ...(mail.ending && { ending: mail.ending }),
  };
}

/** Returns the variables that a mail's text may use. */
export const variablesOf = ({ example }: MailText): string[] => [...Object.keys(example), "brand"];
