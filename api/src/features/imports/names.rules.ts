// Lower case unless they come first: English words, and the Spanish, French and Portuguese ones that occur in names.
const small = new Set(
  "a an and at by de del des do dos e el en et for from in into la las le les los of on or para por the through to und with y".split(
    " ",
  ),
);
const acronyms = new Set(
  "REDD REDD+ HEPP GHG LFG PV ODS IFM ARR ARB VPA RVPA CPA POA PET LED CCB UASB NGO USA UAE EV AWD".split(
    " ",
  ),
);

/** Ids of other registries' programmes before a name, and numbers of the former registry after it. */
const before = /^(?:\*|(?:GS|VCS|ACR|CAR)[ _-]?\d{2,6}(?:\s*[-–_:]+\s*|\s+))+/;
const behind = /\s*\((?:\d{6}|(?:GS|VCS) ?\d{2,6}(?: CER to VER conversion)?)\)$/i;

function isAllCaps(name: string): boolean {
  const letters = name.replaceAll(/[^\p{L}]/gu, "");
  const capitals = letters.replaceAll(/[^\p{Lu}]/gu, "");
  // A name that consists only of abbreviations is not shouted.
  return capitals.length > 0.8 * letters.length && /\p{Lu}{4}/u.test(name);
}

/** Legal forms that follow a company's name, and names that are abbreviations. */
const companyForms = new Map(
  "Ltd Ltda Pvt Pte Pty Inc Co Corp GmbH SAS SAC SAICA SRL LLC PLC PJSC DMCC ESP CEM CSP EGE EKI EFD GTE ve Tic San"
    .split(" ")
    .map((form) => [form.toUpperCase(), form]),
);

function quietWord(word: string, isFirst: boolean): string {
  if (!/^\p{Lu}+\+?$/u.test(word)) return word;
  if (!isFirst && small.has(word.toLowerCase())) return word.toLowerCase();
  // A word without a vowel is an abbreviation; Roman numerals are kept as well.
  const isAbbreviation = !/[AEIOUYÀ-Ý]/.test(word) || /^[IVX]+$/.test(word);
  if (acronyms.has(word) || isAbbreviation) return word;
  return word.charAt(0) + lower(word.slice(1));
}

/** Lower-cases a text; the Turkish dotted capital I becomes a plain i. */
const lower = (text: string) => text.toLowerCase().replaceAll("i\u0307", "i");

/** Lower-cases a word of a company's name; two letters are initials unless they are a small word. */
function quietCompanyWord(word: string, isFirst: boolean): string {
  const form = companyForms.get(word);
  if (form !== undefined) return form;
  return word.length === 2 && !small.has(word.toLowerCase()) ? word : quietWord(word, isFirst);
}

function quiet(name: string, quietOne = quietWord): string {
  let isFirst = true;
  return name
    .split(/([^\p{L}\p{M}\d+]+)/u)
    .map((part, at, parts) => {
      const inBrackets = parts[at - 1]?.endsWith("(") && parts[at + 1]?.startsWith(")");
      const isInitial = part.length === 1 && parts[at + 1]?.startsWith(".");
      if (!/\p{L}/u.test(part) || inBrackets || isInitial) return part;
      const word = quietOne(part, isFirst);
      isFirst = false;
      return word;
    })
    .join("");
}

/**
 * Returns a project's name in readable form: without the ids and numbers that registries put before
 * and after it, and not in all capitals. The registry's spelling is stored separately.
 */
export function readableName(name: string): string {
  const cut = name.replace(before, "").replace(behind, "").trim();
  // The remainder must still be a name.
  const short = cut.length >= 8 ? cut : name;
  return isAllCaps(short) ? quiet(short) : short;
}

/** Returns a company's name in readable form, not in all capitals; a one-word name is kept, as it may be an acronym. */
export function readableCompany(name: string): string {
  return name.includes(" ") && isAllCaps(name) ? quiet(name, quietCompanyWord) : name;
}
