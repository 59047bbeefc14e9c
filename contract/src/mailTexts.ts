import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { instant, seenVersion, textInt, typedLines, typedText } from "./shapes.ts";

/** Subject and body of a mail, with `{variables}`; an empty line separates paragraphs. */
export const mailWords = z.strictObject({
  subject: typedText(1, 200),
  body: typedLines(1, 5000),
});
export type MailWords = z.output<typeof mailWords>;

export const mailText = z.object({
  /** Group and name, such as order.placed. */
  code: z.string(),
  name: z.string(),
  /** The text in use now. */
  subject: z.string(),
  body: z.string(),
  /** The built-in text. */
  standard: z.object({ subject: z.string(), body: z.string() }),
  button: z.string(),
  /** Variables that subject and body may use, each with a sample value. */
  variables: z.array(z.object({ name: z.string(), example: z.string() })),
  version: z.int(),
  /** When this text replaced the built-in one; null while the built-in one is in use. */
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type MailText = z.output<typeof mailText>;

/** `code`: one from the list. */
const codeParams = z.object({ code: z.string() });

export const listMailTexts = endpoint({
  method: "GET",
  path: "/management/mail-texts",
  access: "settings:read",
  summary: "The texts of the product's emails, including those changed by operators",
  response: z.object({ texts: z.array(mailText) }),
});

export const saveMailText = endpoint({
  method: "PUT",
  path: "/management/mail-texts/:code",
  access: "settings:write",
  summary: "Replace the standard text of an email; emails written from now on use it",
  params: codeParams,
  body: mailWords.extend({ version: seenVersion }),
  response: mailText,
  refusals: ["VERSION_CONFLICT"],
});

export const resetMailText = endpoint({
  method: "DELETE",
  path: "/management/mail-texts/:code",
  access: "settings:write",
  summary: "Restore the standard text of an email",
  params: codeParams,
  /** With a version, text that a colleague saved since is kept. */
  query: z.strictObject({ version: textInt().optional() }),
  response: noContent,
  refusals: ["VERSION_CONFLICT"],
});

export const previewMailText = endpoint({
  method: "POST",
  path: "/management/mail-texts/:code/preview",
  access: "settings:read",
  summary: "An email with this text and the examples of its variables; nothing is saved",
  params: codeParams,
  body: mailWords,
  response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
});
