import { expect, test } from "vitest";
import { en } from "../locales/en.ts";

/** Returns all texts by key. */
function textsIn(texts: object, place = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    const key = place ? `${place}.${name}` : name;
    return typeof text === "string" ? [[key, text]] : textsIn(text as object, key);
  });
}

const texts = textsIn(en);

// Words to avoid and their replacements; the keys are exceptions: texts that quote a third party's name, or negate
// the word.
test.each<[RegExp, string, ...string[]]>([
  [/\bex[- ]?(post|ante)\b/i, "Issued, Expected"],
  [/\be-mail\b/i, "email"],
  [/\b(sign|log)-?\s?in page\b|\bsign(ed)? in\b/i, "log in"],
  [/\b(basket|trolley|bag)\b/i, "cart"],
  [/\banew\b/i, "again"],
  [/\b(kindly|whilst|utili[sz]e|please note)\b/i, "plain words"],
  [/\b(click|tap) here\b/i, "what the link leads to"],
  [/\boops\b|\bsuccessfully\b/i, "what happened"],
  [/\boffset/i, "retire, contribute, compensate", "sources.attribution", "sources.database"],
  [
    /\b(carbon|climate)[- ](neutral|positive|friendly)|\bnet[- ]zero\b/i,
    "what was retired, for what: Directive (EU) 2024/825",
    "certificates.says.neutral",
  ],
  [/\bover (€|\{\{(amount|sum)\}\})/i, "of €"],
  [/\bcalled so\b/i, "has this name"],
  [/\b(was|were)( not)? \w+ yet\b/i, "has been … yet"],
  [/\bis no (PDF|JPEG|CSV)/i, "is not a PDF"],
  [/\bmails?\b/i, "email"],
  [/\bgiven up\b/i, "failed"],
  [/\bbeside\b/i, "besides"],
  [/\bverifiers?\b/i, "auditor"],
  [/ …$/, "…"],
  [/(?<!\{\{)\b[Ii]d\b/, "ID"],
  [/\bregistry's record\b/i, "registry record"],
])("no text says %s: it says %s", (word, _instead, ...allowed) => {
  const matching = texts.filter(([key, text]) => word.test(text) && !allowed.includes(key));
  expect(matching).toEqual([]);
});
