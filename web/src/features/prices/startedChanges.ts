import { currentUser } from "../../lib/session.ts";

/** A price change started in this tab whose result has not been read. */
export interface StartedChange {
  /** The id of its run. */
  id: number;
  /** The labels of its vintages, by id. */
  names: Readonly<Record<number, string>>;
}

// Tabs are shared: one operator's changes must not show up for the next.
const key = () => `prices:${currentUser()?.username ?? ""}`;

/** Returns the changes of this tab, including those from before a reload. */
export function startedChanges(): readonly StartedChange[] {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? "[]") as StartedChange[];
  } catch {
    return [];
  }
}

const others = (id: number) => startedChanges().filter((each) => each.id !== id);

/** Stores a change until its result has been read. */
export function storeStartedChange(change: StartedChange): void {
  store([...others(change.id), change]);
}

/** Removes a change whose result was read, or has nothing to read. */
export function removeStartedChange(id: number): void {
  store(others(id));
}

function store(changes: readonly StartedChange[]): void {
  try {
    sessionStorage.setItem(key(), JSON.stringify(changes));
  } catch {
    // No space left: the dialog still reports it while it is open.
  }
}
