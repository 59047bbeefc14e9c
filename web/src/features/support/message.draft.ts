// A tab may be handed on: what one account has begun to write is no concern of the next.
const keyOf = (username: string, topic: string) => `message:${username}:${topic}`;

/** Keeps a message while it is written: the session may end before it is sent. Of nobody known nothing is kept. */
export function saveMessageDraft(username: string, topic: string, message: string): void {
  if (username === "") return;
  if (message === "") sessionStorage.removeItem(keyOf(username, topic));
  else sessionStorage.setItem(keyOf(username, topic), message);
}

/** What this account had written on a topic and not sent. */
export function loadMessageDraft(username: string, topic: string): string {
  return username === "" ? "" : (sessionStorage.getItem(keyOf(username, topic)) ?? "");
}
