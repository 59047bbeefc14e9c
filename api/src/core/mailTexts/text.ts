/** The standard text of one kind of mail: operators may replace subject and paragraphs. */
export interface MailText {
  /** Its subject matter and recipients, as shown to operators. */
  name: string;
  subject: string;
  paragraphs: readonly string[];
  /** The label of the mail's link; empty if it has none. */
  button: string;
  /** Its variables, each with a sample value. */
  example: Readonly<Record<string, string>>;
}

/** Keeps the variables' names as types, so that a mail cannot be written without one of them. */
export const text = <const E extends Readonly<Record<string, string>>>(
  words: Omit<MailText, "example"> & { example: E },
) => words;
