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
export interface RecordedDecision {
  decision: Decision;
  thingId: number;
  operator: string;
  outcome: Outcome;
  /** An answer was lost, and the request was sent again with the same key. */
  retried: boolean;
}

export interface Journal {
  orders: Request[];
  retirements: Request[];
  /** Bank statements. */
  statements: Request[];
  /** Runs that decide on several orders. */
  runs: Request[];
  /** Credit notes, identified by their reason. */
  creditNotes: Request[];
  /** Refunds of overpayments, identified by their text. */
  refunds: Request[];
  priceLists: Request[];
  decisions: RecordedDecision[];
  /** Differences found at once that cannot be right. */
  differences: string[];
  counts: Counts;
  /** When the latest acknowledged change was requested; in ms of performance.now(). */
  lastChangeRequestedAt: number;
}

export interface Counts {
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Calls retried after a lost answer or one that reported the server unavailable. */
  retried: number;
  /** Acknowledged calls that were sent again to compare the answers. */
  replayed: number;
  /** Requests that were refused a connection: nobody listened. */
  connectionRefused: number;
  /** Requests that got no answer. */
  unanswered: number;
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
    creditNotes: [],
    refunds: [],
    priceLists: [],
    decisions: [],
    differences: [],
    counts: {
      acknowledged: 0,
      refused: 0,
      unknown: 0,
      retried: 0,
      replayed: 0,
      connectionRefused: 0,
      unanswered: 0,
      failures: {},
      refusals: {},
      actions: {},
    },
    lastChangeRequestedAt: 0,
  };
}

/** Increments a count in a table. */
export function increment(table: Record<string, number>, name: string): void {
  table[name] = (table[name] ?? 0) + 1;
}
