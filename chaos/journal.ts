/**
 * What people requested and what they were told, stored out of reach of any kill. `unknown` was given up without an
 * answer: it may have happened or not.
 */
export type Outcome = "under way" | "acknowledged" | "refused" | "unknown";

/** A requested order or retirement, under a unique name. */
export interface Request {
  name: string;
  outcome: Outcome;
  /** The id from the answer. */
  id?: number;
}

export type Decision = "approve" | "pay" | "reject" | "complete" | "decline";

/** An operator's decision on an order or a retirement. */
export interface Decided {
  decision: Decision;
  thingId: number;
  operator: string;
  outcome: Outcome;
  /** An answer was lost, and the request was sent again with the same key. */
  repeated: boolean;
}

export interface Journal {
  orders: Request[];
  retirements: Request[];
  /** Bank statements. */
  statements: Request[];
  /** Runs that decide on several orders. */
  runs: Request[];
  /** Credit notes, identified by their reason. */
  credits: Request[];
  /** Refunds of overpayments, identified by their text. */
  refunds: Request[];
  priceLists: Request[];
  decisions: Decided[];
  /** Differences found at once that cannot be right. */
  differences: string[];
  counts: Counts;
  /** When the latest acknowledged change was requested; in ms of performance.now(). */
  lastChangeBegunAt: number;
}

export interface Counts {
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Calls retried after a lost answer or one that reported the server unavailable. */
  repeated: number;
  /** Acknowledged calls that were sent again to compare the answers. */
  echoed: number;
  /** Requests that were refused a connection: nobody listened. */
  turnedAway: number;
  /** Requests that got no answer. */
  cut: number;
  /** Answers with a status from 500 up, by status. */
  failures: Record<string, number>;
  refusals: Record<string, number>;
  actions: Record<string, number>;
}

/** The journal of a run before any request. */
export function emptyJournal(): Journal {
  return {
    orders: [],
    retirements: [],
    statements: [],
    runs: [],
    credits: [],
    refunds: [],
    priceLists: [],
    decisions: [],
    differences: [],
    counts: {
      acknowledged: 0,
      refused: 0,
      unknown: 0,
      repeated: 0,
      echoed: 0,
      turnedAway: 0,
      cut: 0,
      failures: {},
      refusals: {},
      actions: {},
    },
    lastChangeBegunAt: 0,
  };
}

/** Increments a count in a table. */
export function countIn(table: Record<string, number>, name: string): void {
  table[name] = (table[name] ?? 0) + 1;
}
