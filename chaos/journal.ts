/**
 * What people asked for and what they were told, kept where no kill reaches it. `unknown` was given up without an
 * answer: it may have happened or not.
 */
export type Outcome = "under way" | "acknowledged" | "refused" | "unknown";

/** One order or one retirement that somebody asked for, under a name that nothing else has. */
export interface Request {
  name: string;
  outcome: Outcome;
  /** The id that the answer gave. */
  id?: number;
}

export type Decision = "approve" | "pay" | "reject" | "complete" | "decline";

/** What an operator decided on an order or a retirement. */
export interface Decided {
  decision: Decision;
  thingId: number;
  operator: string;
  outcome: Outcome;
  /** An answer was lost, and the same key was sent again. */
  repeated: boolean;
}

export interface Journal {
  orders: Request[];
  retirements: Request[];
  /** Of the bank. */
  statements: Request[];
  /** Decisions on several orders at once. */
  runs: Request[];
  /** Credit notes, named by their reason. */
  credits: Request[];
  /** To payers who paid too much, named by their text. */
  refunds: Request[];
  priceLists: Request[];
  decisions: Decided[];
  /** What was seen at once and cannot be right. */
  differences: string[];
  counts: Counts;
  /** When an acknowledged call that changes something was begun, of the latest one; in ms of performance.now(). */
  lastChangeBegunAt: number;
}

export interface Counts {
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Calls sent again after an answer was lost, or said that the server was not able. */
  repeated: number;
  /** Calls that had been acknowledged, sent again to see the same answer. */
  echoed: number;
  /** Requests that were never made: nobody listened. */
  turnedAway: number;
  /** Requests without an answer. */
  cut: number;
  /** Answers by status from 500 up. */
  failures: Record<string, number>;
  refusals: Record<string, number>;
  actions: Record<string, number>;
}

/** The journal of a run in which nobody has asked for anything yet. */
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

/** One more in a table of counts. */
export function countIn(table: Record<string, number>, name: string): void {
  table[name] = (table[name] ?? 0) + 1;
}
