import { unusableCharacter } from "@tonneline/contract/characters";
import { SaxesParser } from "saxes";

/** An element by its local name, with its contents. */
export interface Element {
  name: string;
  /** The element's own text, trimmed and without unusable characters. */
  text: string;
  attributes: Record<string, string>;
  children: Element[];
}

const everyUnusable = new RegExp(unusableCharacter, "gu");

/**
 * Strips characters that stored texts may not contain, where nobody can be asked to correct them: banks pass on payers' input.
 */
export const withoutUnusable = (text: string) => text.replaceAll(everyUnusable, "");

/** Shortens a text, not leaving half of a surrogate pair at its end. */
export const cut = (text: string, most: number) => withoutUnusable(text.slice(0, most));

// Deeper than any ISO 20022 message in its envelopes.
const maxDepth = 40;

/** An ISO 20022 message, whose namespace names its kind and version. */
export interface Message {
  namespace: string;
  document: Element;
}

/**
 * Reads XML strictly; throws if it is not well-formed, declares a document type, nests too deep or uses entities beyond XML's
 * five. Each element named `each` is passed on with its ancestors, innermost last, and not retained. Returns every Document, in
 * whatever envelope: each network wraps messages in its own.
 */
export function readXml(
  bytes: Uint8Array,
  each: string,
  onEach: (element: Element, ancestors: readonly Element[]) => void,
): Message[] {
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [];
  const messages: Message[] = [];
  parser.on("doctype", () => {
    throw new Error("A document type is not allowed");
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (open.length === maxDepth) throw new Error("It nests too deep");
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value]);
    const element: Element = {
      name: local,
      text: "",
      attributes: Object.fromEntries(values),
      children: [],
    };
    // Supplementary data may contain further ones.
    if (local === "Document" && !open.some(({ name }) => name === local)) {
      messages.push({ namespace: uri, document: element });
    }
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop()!;
    element.text = withoutUnusable(element.text).trim();
    if (element.name === each) onEach(element, open);
    else open.at(-1)?.children.push(element);
  });
  parser.write(decoded(bytes)).close();
  return messages;
}

/** Decodes bytes by their byte order mark or XML declaration; UTF-8 by default. */
function decoded(bytes: Uint8Array): string {
  const mark = { 0xfeff: "utf-16be", 0xfffe: "utf-16le" }[((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)];
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return new TextDecoder(mark ?? declared ?? "utf-8", { fatal: true }).decode(bytes);
}

/** Returns every element at a path of local names under another, such as `Bal/Tp/CdOrPrtry`. */
export function elementsAt(element: Element | undefined, path: string): Element[] {
  return path
    .split("/")
    .reduce<Element[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((each) => each.name === name)),
      element ? [element] : [],
    );
}

/** Returns the first of them. */
export function elementAt(element: Element | undefined, path: string): Element | undefined {
  return elementsAt(element, path)[0];
}

/** Returns the text at the first of these paths that has any; "" if none does. */
export function textAt(element: Element | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = elementAt(element, path)?.text;
    if (text) return text;
  }
  return "";
}
