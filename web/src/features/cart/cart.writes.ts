/** What became of a write: its answer, or nothing because a later write of the same row took its place. */
export type Written<Answer> = { answer: Answer } | "superseded";

interface Waiting<Answer> {
  row: string;
  send: () => Promise<Answer>;
  resolve: (written: Written<Answer>) => void;
  reject: (error: unknown) => void;
}

export type CartWrites<Answer> = ReturnType<typeof createWrites<Answer>>;

/**
 * Sends writes one after another, so that an answer never overtakes a newer one. Of several writes that wait for one
 * row only the last is sent; one that fails while a newer one waits is nobody's concern any more.
 */
export function createWrites<Answer>() {
  let queue: Waiting<Answer>[] = [];
  let running = false;
  let sentRow: string | undefined;
  let whenIdle: (() => void)[] = [];

  function write(row: string, send: () => Promise<Answer>): Promise<Written<Answer>> {
    for (const older of queue.filter((waiting) => waiting.row === row)) older.resolve("superseded");
    queue = queue.filter((waiting) => waiting.row !== row);
    return new Promise((resolve, reject) => {
      queue.push({ row, send, resolve, reject });
      if (!running) void run();
    });
  }

  async function run(): Promise<void> {
    running = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { row } = next;
      sentRow = row;
      const overtaken = () => queue.some((waiting) => waiting.row === row);
      try {
        const answer = await next.send();
        next.resolve({ answer });
      } catch (error) {
        if (overtaken()) next.resolve("superseded");
        else next.reject(error);
      }
    }
    running = false;
    sentRow = undefined;
    for (const tell of whenIdle.splice(0)) tell();
  }

  /** Resolves when no write is under way or waiting. */
  function idle(): Promise<void> {
    return running ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve();
  }

  /** Rows with a write that has no answer yet, sent or not. */
  function openRows(): Set<string> {
    const rows = queue.map((waiting) => waiting.row);
    return new Set(sentRow === undefined ? rows : [sentRow, ...rows]);
  }

  return { write, idle, openRows };
}
