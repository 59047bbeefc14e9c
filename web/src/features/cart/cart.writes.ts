/** The result of a write: its response, or "superseded" if a later write of the same row replaced it. */
export type Written<Answer> = { answer: Answer } | "superseded";

interface Waiting<Answer> {
  row: string;
  send: () => Promise<Answer>;
  resolve: (written: Written<Answer>) => void;
  reject: (error: unknown) => void;
}

export type CartWrites<Answer> = ReturnType<typeof createWrites<Answer>>;

/**
 * Serializes writes, so that a response never overtakes a newer one. Of several writes queued for one row, only the
 * last is sent; a write that fails while a newer one is queued is ignored.
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

  /** Resolves once no write is in flight or queued. */
  function idle(): Promise<void> {
    return running ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve();
  }

  /** Rows with a write without a response, in flight or queued. */
  function openRows(): Set<string> {
    const rows = queue.map((waiting) => waiting.row);
    return new Set(sentRow === undefined ? rows : [sentRow, ...rows]);
  }

  return { write, idle, openRows };
}
