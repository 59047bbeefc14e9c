/** What the product writes in one kind of mail: operators may put their own words in place of subject and paragraphs. */
export interface MailText {
  /** What it is about and whom it goes to, as operators see it. */
  name: string;
  subject: string;
  paragraphs: readonly string[];
  /** The label of the link that the mail has; empty where it has none. */
  button: string;
  /** Its variables, each with what might stand there. */
  example: Readonly<Record<string, string>>;
}

/** Keeps the variables' names as types, so that a mail cannot be written without one of them. */
export const text = <const E extends Readonly<Record<string, string>>>(
  words: Omit<MailText, "example"> & { example: E },
) => words;
