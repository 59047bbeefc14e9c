import { sql } from "kysely";
import pg from "pg";

// A transaction takes as few messages as possible: each one costs both sides more than most statements do, and prolongs the
// time that locks are held. A mark at the end of a statement says that it is sent with others.
const nextMark = "/* with the next */";
const commitMark = "/* and commit */";

/** At the end of a statement that only takes locks: it is sent with the next one and returns no rows. */
export const withNext = sql.raw(nextMark);

/**
 * At the end of a transaction's last statement: if it succeeds, the transaction is committed in the same message. Its result is
 * then final: no statement and no refusal may follow it.
 */
export const andCommit = sql.raw(commitMark);

/** In the format of `pg`; named ones are parsed once per connection. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

interface Answer {
  command: string;
  rowCount: number | null;
  rows: unknown[];
}

const begin: Statement = { name: "begin", text: "begin", values: [] };
const commit: Statement = { name: "commit", text: "commit", values: [] };
const done = (command: string): Promise<Answer> =>
  Promise.resolve({ command, rowCount: null, rows: [] });

/**
 * Combines the messages of a transaction's statements: BEGIN goes with the first statement, one marked `withNext` with the
 * next, COMMIT with the one marked `andCommit`. The database runs them in order, each with its own snapshot, and skips the rest
 * if one fails. `ask` returns undefined for statements to be sent as they are.
 */
export function joinStatements(
  client: pg.ClientBase,
  send: (statement: unknown) => Promise<unknown>,
  onCommit: () => void,
) {
  let pending: Statement[] = [];
  let isCommitted = false;

  async function sendTogether(before: readonly Statement[], last: Statement, commits: boolean) {
    isCommitted = false;
    try {
      const answer = await sent(before, last, commits);
      isCommitted = commits;
      return answer;
    } finally {
      // If the commit failed, the transaction may have been committed nevertheless.
      if (commits) onCommit();
    }
  }

  async function sent(before: readonly Statement[], last: Statement, commits: boolean) {
    const statements = [...before, last, ...(commits ? [commit] : [])];
    if (isParsed(client, statements)) return await answerOf(statements, before.length, send);
    // First use on this connection: sent one after the other, so that each gets parsed.
    for (const statement of before) await send(statement);
    const answer = await send(last);
    if (commits) await send(commit);
    return answer;
  }

  return {
    ask(statement: Statement): Promise<unknown> | undefined {
      const { text } = statement;
      if (text === "begin" || text.endsWith(nextMark)) {
        pending.push(text === "begin" ? begin : statement);
        return done("BEGIN");
      }
      if (text === "commit" && isCommitted) {
        isCommitted = false;
        return done("COMMIT");
      }
      const before = pending;
      pending = [];
      // BEGIN was not sent yet: there is nothing to end.
      if (before[0] === begin && (text === "rollback" || (text === "commit" && !before[1]))) {
        return done(text.toUpperCase());
      }
      const commits = text.endsWith(commitMark);
      if (text === "rollback" || (before.length === 0 && !commits)) return undefined;
      return sendTogether(before, statement, commits);
    },
    /** Sends the pending statements. */
    async flush(): Promise<void> {
      const before = pending;
      pending = [];
      for (const statement of before) await send(statement);
    },
  };
}

/** A field of `pg` connections that is missing in its types. */
interface Parsed {
  connection: { parsedStatements: Record<string, string | undefined> };
}

function isParsed(client: pg.ClientBase, statements: readonly Statement[]): boolean {
  const { parsedStatements } = (client as unknown as Parsed).connection;
  return statements.every(({ name, text }) => name && parsedStatements[name] === text);
}

type Callback = (error: Error | null, answer: Answer) => void;

function answerOf(
  statements: readonly Statement[],
  answering: number,
  send: (statement: unknown) => unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, answer) => {
      if (!error) return resolve(answer);
      Error.captureStackTrace(error);
      reject(error);
    };
    send(new Joined(statements, answering, callback));
  });
}

/** The methods of a query that its connection calls with the database's messages. */
interface MessageHandler {
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
const Query = pg.Query as unknown as new (
  statement: Statement,
  callback: Callback,
) => MessageHandler;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils;

/** Sends statements that were parsed before in one message, and returns the result of one of them. */
class Joined extends Query implements pg.Submittable {
  readonly #statements: { statement: string; values: unknown[] }[];
  readonly #answering: number;
  #done = 0;

  constructor(statements: readonly Statement[], answering: number, callback: Callback) {
    super(statements[answering]!, callback);
    this.#answering = answering;
    this.#statements = statements.map(({ name, values = [] }) => ({
      statement: name!,
      values: values.map(prepareValue),
    }));
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    this.#statements.forEach(({ statement, values }, at) => {
      connection.bind({ statement, values } as never, true);
      if (at === this.#answering) connection.describe({ type: "P", name: "" } as never, true);
      connection.execute({} as never, true);
    });
    connection.sync();
    connection.stream.uncork();
  }

  override handleDataRow(message: unknown): void {
    if (this.#done === this.#answering) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#done++ === this.#answering) super.handleCommandComplete(message, connection);
  }
}
