import { currentUser } from "../../lib/session.ts";

/** A change of prices that was begun in this tab, and whose end nobody has read. */
export interface BegunChange {
  /** Of its run. */
  id: number;
  /** What its vintages are called, by their ids. */
  names: Readonly<Record<number, string>>;
}

// A tab may be handed on: what one operator changes is no concern of the next.
const key = () => `prices:${currentUser()?.username ?? ""}`;

/** Those of this tab, also of before it was loaded again. */
export function begunChanges(): readonly BegunChange[] {
  try {
    return JSON.parse(sessionStorage.getItem(key()) ?? "[]") as BegunChange[];
  } catch {
    return [];
  }
}

const others = (id: number) => begunChanges().filter((each) => each.id !== id);

/** Keeps a change until its end was read. */
export function storeBegunChange(change: BegunChange): void {
  store([...others(change.id), change]);
}

/** Its end was read, or has nothing to read. */
export function removeBegunChange(id: number): void {
  store(others(id));
}

function store(changes: readonly BegunChange[]): void {
  try {
    sessionStorage.setItem(key(), JSON.stringify(changes));
  } catch {
    // No room: the dialog tells it all the same, as long as it is open.
  }
}
