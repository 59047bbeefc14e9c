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

/** In the format of `pg`; named ones are prepared once per connection. */
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
/** The answer to a statement that is sent later, or not at all. */
const answeredHere = (command: string): Promise<Answer> =>
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
  /** To be sent with the next statement. */
  let pending: Statement[] = [];
  /** The transaction was committed with its last statement: the COMMIT that follows is not sent. */
  let isCommitted = false;

  async function sendTogether(before: readonly Statement[], last: Statement, commits: boolean) {
    isCommitted = false;
    try {
      const answer = await sendInOrder([...before, last], commits);
      isCommitted = commits;
      return answer;
    } finally {
      // If the commit failed, the transaction may have been committed nevertheless.
      if (commits) onCommit();
    }
  }

  /** Returns the answer to the last one, not to the COMMIT after it. */
  async function sendInOrder(statements: readonly Statement[], commits: boolean) {
    const all = commits ? [...statements, commit] : statements;
    const asked = statements.length - 1;
    if (arePrepared(client, all)) return await sendAsOne(all, asked, send);
    // First use on this connection: sent one after the other, so that each gets prepared.
    const answers: unknown[] = [];
    for (const statement of all) answers.push(await send(statement));
    return answers[asked];
  }

  return {
    ask(statement: Statement): Promise<unknown> | undefined {
      const { text } = statement;
      if (text === "begin" || text.endsWith(nextMark)) {
        pending.push(text === "begin" ? begin : statement);
        return answeredHere("BEGIN");
      }
      if (text === "commit" && isCommitted) {
        isCommitted = false;
        return answeredHere("COMMIT");
      }
      const before = pending;
      pending = [];
      // BEGIN was not sent yet: there is nothing to end.
      if (before[0] === begin && (text === "rollback" || (text === "commit" && !before[1]))) {
        return answeredHere(text.toUpperCase());
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

/** A field of `pg` connections that is missing in its types: the texts of prepared statements by name. */
interface Prepared {
  connection: { parsedStatements: Record<string, string | undefined> };
}

function arePrepared(client: pg.ClientBase, statements: readonly Statement[]): boolean {
  const { parsedStatements } = (client as unknown as Prepared).connection;
  return statements.every(({ name, text }) => name && parsedStatements[name] === text);
}

type Callback = (error: Error | null, answer: Answer) => void;

/** Sends prepared statements in one message, and returns the answer to the one at position `asked`. */
function sendAsOne(
  statements: readonly Statement[],
  asked: number,
  send: (statement: unknown) => unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, answer) => {
      if (!error) return resolve(answer);
      Error.captureStackTrace(error);
      reject(error);
    };
    send(new OneMessage(statements, asked, callback));
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

/** A query of `pg` that runs several prepared statements and passes on the database's messages about one of them. */
class OneMessage extends Query implements pg.Submittable {
  readonly #statements: { statement: string; values: unknown[] }[];
  readonly #asked: number;
  #completed = 0;

  constructor(statements: readonly Statement[], asked: number, callback: Callback) {
    super(statements[asked]!, callback);
    this.#asked = asked;
    this.#statements = statements.map(({ name, values = [] }) => ({
      statement: name!,
      values: values.map(prepareValue),
    }));
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    this.#statements.forEach(({ statement, values }, at) => {
      connection.bind({ statement, values } as never, true);
      if (at === this.#asked) connection.describe({ type: "P", name: "" } as never, true);
      connection.execute({} as never, true);
    });
    connection.sync();
    connection.stream.uncork();
  }

  override handleDataRow(message: unknown): void {
    if (this.#completed === this.#asked) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#completed++ === this.#asked) super.handleCommandComplete(message, connection);
  }
}
