const variable = /\{([A-Za-z]+)\}/g;
// Includes a following full stop: after "Quillon Software B.V." a sentence ends without a second one.
const variableAndStop = /\{([A-Za-z]+)\}(\.?)/g;

/** Replaces `{variables}` with their values, once, without replacing inside values; unknown variables stay as they are. */
export function fill(words: string, values: Readonly<Record<string, string>>): string {
  return words.replaceAll(variableAndStop, (whole, name: string, stop: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name]!;
    return value.endsWith(".") ? value : value + stop;
  });
}

/** Returns what is wrong with an operator's text for a mail, as a sentence; undefined if nothing is. */
export function faultOf(words: string, known: readonly string[]): string | undefined {
  const unknown = [...words.matchAll(variable)].find(([, name]) => !known.includes(name!));
  const may = known.map((name) => `{${name}}`).join(", ");
  if (unknown) return `${unknown[0]} is not a variable of this email. Its variables are: ${may}`;
  if (/[{}]/.test(words.replaceAll(variable, "")))
    return `A curly bracket stands alone. Write a variable like this: {${known[0]}}`;
  return undefined;
}

/** Splits a typed text into paragraphs at empty lines. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
