// Kept small between others: English, and the Spanish, French and Portuguese of names.
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

/** Ids of other registries' programmes before a name, and a number of the old registry behind it. */
const before = /^(?:\*|(?:GS|VCS|ACR|CAR)[ _-]?\d{2,6}(?:\s*[-–_:]+\s*|\s+))+/;
const behind = /\s*\((?:\d{6}|(?:GS|VCS) ?\d{2,6}(?: CER to VER conversion)?)\)$/i;

function isShouted(name: string): boolean {
  const letters = name.replaceAll(/[^\p{L}]/gu, "");
  const capitals = letters.replaceAll(/[^\p{Lu}]/gu, "");
  // A name of abbreviations alone is no shouting.
  return capitals.length > 0.8 * letters.length && /\p{Lu}{4}/u.test(name);
}

/** What stands behind a company's name, or is one in itself. */
const companyForms = new Map(
  "Ltd Ltda Pvt Pte Pty Inc Co Corp GmbH SAS SAC SAICA SRL LLC PLC PJSC DMCC ESP CEM CSP EGE EKI EFD GTE ve Tic San"
    .split(" ")
    .map((form) => [form.toUpperCase(), form]),
);

function quietWord(word: string, isFirst: boolean): string {
  if (!/^\p{Lu}+\+?$/u.test(word)) return word;
  if (!isFirst && small.has(word.toLowerCase())) return word.toLowerCase();
  // What has no vowel is no word; numbers in Roman letters stay as well.
  const isAbbreviation = !/[AEIOUYÀ-Ý]/.test(word) || /^[IVX]+$/.test(word);
  if (acronyms.has(word) || isAbbreviation) return word;
  return word.charAt(0) + lower(word.slice(1));
}

/** In small letters; the Turkish dotted capital becomes an i as all others. */
const lower = (text: string) => text.toLowerCase().replaceAll("i\u0307", "i");

/** A word of a company's name; two letters are initials unless they are a small word. */
function quietCompanyWord(word: string, isFirst: boolean): string {
  const form = companyForms.get(word);
  if (form !== undefined) return form;
  return word.length === 2 && !small.has(word.toLowerCase()) ? word : quietWord(word, isFirst);
}

function quiet(name: string, quietOne = quietWord): string {
  let isFirst = true;
  return name
    .split(/([^\p{L}\p{M}\d+]+)/u)
    .map((part, place, parts) => {
      const inBrackets = parts[place - 1]?.endsWith("(") && parts[place + 1]?.startsWith(")");
      const isInitial = part.length === 1 && parts[place + 1]?.startsWith(".");
      if (!/\p{L}/u.test(part) || inBrackets || isInitial) return part;
      const word = quietOne(part, isFirst);
      isFirst = false;
      return word;
    })
    .join("");
}

/**
 * A project's name as people read it: without the ids and numbers that registries put before and behind it, and not in
 * capitals throughout. The registry's own spelling is kept beside it.
 */
export function readableName(name: string): string {
  const cut = name.replace(before, "").replace(behind, "").trim();
  // What is left must still name something.
  const short = cut.length >= 8 ? cut : name;
  return isShouted(short) ? quiet(short) : short;
}

/** A company's name as people read it, not in capitals throughout; a name of one word may be its initials. */
export function readableCompany(name: string): string {
  return name.includes(" ") && isShouted(name) ? quiet(name, quietCompanyWord) : name;
}
