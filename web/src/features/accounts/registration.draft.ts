const key = "registration";

/** The input of a registration by field, without the password. */
export type RegistrationDraft = Record<
  "firstName" | "lastName" | "companyName" | "username" | "phone",
  string
>;

/** Saves it for this tab, so that it survives a reload. */
export function saveRegistrationDraft(draft: RegistrationDraft): void {
  sessionStorage.setItem(key, JSON.stringify(draft));
}

/** Returns this tab's unsent input; undefined if there is none. */
export function loadRegistrationDraft(): RegistrationDraft | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as RegistrationDraft);
}

/** Clears it after a registration or login: the next one in this tab starts over. */
export function clearRegistrationDraft(): void {
  sessionStorage.removeItem(key);
}
