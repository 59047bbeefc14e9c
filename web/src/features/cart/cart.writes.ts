/** The result of a write: its response, or "superseded" if a later write of the same row replaced it. */
export type WriteResult<Answer> = { answer: Answer } | "superseded";

interface QueuedWrite<Answer> {
  row: string;
  send: () => Promise<Answer>;
  resolve: (written: WriteResult<Answer>) => void;
  reject: (error: unknown) => void;
}

export type CartWrites<Answer> = ReturnType<typeof createWrites<Answer>>;

/**
 * Serializes writes, so that a response never overtakes a newer one. Of several writes queued for one row, only the
 * last is sent; a write that fails while a newer one is queued is ignored.
 */
export function createWrites<Answer>() {
  let queue: QueuedWrite<Answer>[] = [];
  let running = false;
  let sentRow: string | undefined;
  let idleListeners: (() => void)[] = [];

  function write(row: string, send: () => Promise<Answer>): Promise<WriteResult<Answer>> {
    for (const older of queue.filter((queued) => queued.row === row)) older.resolve("superseded");
    queue = queue.filter((queued) => queued.row !== row);
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
      const isSuperseded = () => queue.some((queued) => queued.row === row);
      try {
        const answer = await next.send();
        next.resolve({ answer });
      } catch (error) {
        if (isSuperseded()) next.resolve("superseded");
        else next.reject(error);
      }
    }
    running = false;
    sentRow = undefined;
    for (const notify of idleListeners.splice(0)) notify();
  }

  /** Resolves once no write is in flight or queued. */
  function idle(): Promise<void> {
    return running ? new Promise((resolve) => idleListeners.push(resolve)) : Promise.resolve();
  }

  /** Rows with a write without a response, in flight or queued. */
  function pendingRows(): Set<string> {
    const rows = queue.map((queued) => queued.row);
    return new Set(sentRow === undefined ? rows : [sentRow, ...rows]);
  }

  return { write, idle, pendingRows };
}
