const key = "registration";

/** What is typed of a registration, by field; the password is no part of it. */
export type RegistrationDraft = Record<
  "firstName" | "lastName" | "companyName" | "username" | "phone",
  string
>;

/** Keeps it in this tab, which may be reloaded before it is sent. */
export function saveRegistrationDraft(draft: RegistrationDraft): void {
  sessionStorage.setItem(key, JSON.stringify(draft));
}

/** What was typed in this tab and not sent; undefined without any. */
export function loadRegistrationDraft(): RegistrationDraft | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as RegistrationDraft);
}

/** Once there is an account, or somebody logs in with theirs: the next one in this tab starts over. */
export function clearRegistrationDraft(): void {
  sessionStorage.removeItem(key);
}
