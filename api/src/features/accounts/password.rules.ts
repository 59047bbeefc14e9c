import {
  maxPasswordLength,
  minPasswordLength,
  type PasswordRequirement,
} from "@tonneline/contract/accounts";

/** Passwords with a lower score are among those an attacker tries first. */
export const minGuessingScore = 2;

/** Shorter names occur in passwords by chance. */
const minNameLength = 4;

const missedText: Record<Exclude<PasswordRequirement, "length"> | "notPrevious", string> = {
  notGuessable: "This password is too easy to guess",
  notUsername: "The password must not contain your email",
  notPrevious: "This is your present password",
};

/** Returns the message for an unacceptable password; for a wrong length it is the specification's stock text. */
export function textOfMissed(
  missed: PasswordRequirement | "notPrevious",
  password: string,
): string {
  if (missed !== "length") return missedText[missed];
  return [...password].length < minPasswordLength
    ? `This field must contain at least ${minPasswordLength} character(s)`
    : `This field must contain at most ${maxPasswordLength} characters`;
}

/** Returns words that an attacker on this account would try first: parts of its email address, and our own. */
export function knownWords(username: string): string[] {
  return ["tonneline", "carbon", ...username.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter(
    (word) => word.length >= 3,
  );
}

/** Returns which requirements a password meets, in display order. */
export function requirementsOf(
  password: string,
  username: string,
  score: number,
): { requirement: PasswordRequirement; met: boolean }[] {
  const length = [...password].length;
  return [
    { requirement: "length", met: length >= minPasswordLength && length <= maxPasswordLength },
    { requirement: "notGuessable", met: score >= minGuessingScore },
    { requirement: "notUsername", met: !holdsUsername(password, username) },
  ];
}

function holdsUsername(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  const name = username.trim().toLowerCase();
  const local = name.split("@")[0]!;
  return [name, local].some((part) => part.length >= minNameLength && lower.includes(part));
}
