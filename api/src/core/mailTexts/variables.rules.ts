const variable = /\{([A-Za-z]+)\}/g;
// With the full stop behind it: after "Quillon Software B.V." a sentence ends without another.
const variableAndStop = /\{([A-Za-z]+)\}(\.?)/g;

/** Puts values in place of `{variables}`; what has no value stays as it is, and values are never read again. */
export function fill(words: string, values: Readonly<Record<string, string>>): string {
  return words.replaceAll(variableAndStop, (whole, name: string, stop: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name]!;
    return value.endsWith(".") ? value : value + stop;
  });
}

/** What is wrong with words that an operator gives a mail, as a sentence; undefined when nothing is. */
export function faultOf(words: string, known: readonly string[]): string | undefined {
  const unknown = [...words.matchAll(variable)].find(([, name]) => !known.includes(name!));
  const may = known.map((name) => `{${name}}`).join(", ");
  if (unknown) return `${unknown[0]} is no variable of this email. Its variables are: ${may}`;
  if (/[{}]/.test(words.replaceAll(variable, "")))
    return `A curly bracket stands alone. Write a variable like this: {${known[0]}}`;
  return undefined;
}

/** The paragraphs of a text as it is typed, with an empty line between two. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
