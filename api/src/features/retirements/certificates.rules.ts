/** Crockford's base 32: its letters are not confused when read aloud or typed from paper. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The random letters of a number before its check letter: 35 bits, which cannot be guessed at a limited rate. */
export const randomLetters = 7;

/**
 * Returns a new number such as TL-2026-7F3K-92QD: the year of issue, seven random letters, and a check letter. The lower five
 * bits of each random byte are used.
 */
export function newCertificateNumber(year: number, random: Uint8Array): string {
  const drawn = Array.from(random.subarray(0, randomLetters), (byte) => letters[byte % 32]).join(
    "",
  );
  return written(`${year}${drawn}`, checkLetter(`${year}${drawn}`));
}

/**
 * Normalizes a certificate's number as read aloud or typed from paper: blanks, hyphens and lower case do not matter, nor an O
 * for a zero, an I or L for a one. Undefined for anything else, including numbers with a wrong check letter.
 */
export function certificateNumberOf(typed: string): string | undefined {
  const plain = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  if (!plain.startsWith("TL")) return undefined;
  const rest = plain.slice(2).replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (!/^\d{4}[0-9A-HJKMNP-TV-Z]{8}$/.test(rest)) return undefined;
  const digits = rest.slice(0, -1);
  return rest.endsWith(checkLetter(digits)) ? written(digits, checkLetter(digits)) : undefined;
}

function written(digits: string, check: string): string {
  return `TL-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}${check}`;
}

/**
 * Calculates the check letter by the Luhn algorithm modulo 32 over year and letters: it detects every single wrong letter, and
 * nearly every swap of two neighbours.
 */
function checkLetter(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, letter, index) => {
    const value = letters.indexOf(letter) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 32) + (value % 32);
  }, 0);
  return letters[(32 - (sum % 32)) % 32]!;
}
