// A tab may be handed on: drafts of one account must not be shown to the next.
const keyOf = (username: string, topic: string) => `message:${username}:${topic}`;

/** Saves a message while it is written, as the session may end before it is sent. Nothing is saved without a known user. */
export function saveMessageDraft(username: string, topic: string, message: string): void {
  if (username === "") return;
  if (message === "") sessionStorage.removeItem(keyOf(username, topic));
  else sessionStorage.setItem(keyOf(username, topic), message);
}

/** Returns this account's unsent message on a topic; "" if there is none. */
export function loadMessageDraft(username: string, topic: string): string {
  return username === "" ? "" : (sessionStorage.getItem(keyOf(username, topic)) ?? "");
}
