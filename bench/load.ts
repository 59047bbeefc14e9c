import { Agent, request, type IncomingMessage } from "node:http";

export interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  body: Buffer;
}

export interface Figures {
  /** Complete operations per second. */
  perSecond: number;
  /** Milliseconds from the first byte sent to the last byte received. */
  p50: number;
  p99: number;
  count: number;
  failures: number;
}

/** Opens keep-alive connections to one server on this machine. */
export function connect(port: number, connections: number) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
  });
  const send = ({ method, path, headers, body }: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = request(
        {
          agent,
          host: "127.0.0.1",
          port,
          method,
          path,
          headers: { ...headers, ...(text && { "content-type": "application/json" }) },
        },
        (incoming) => void read(incoming).then(resolve, reject),
      );
      outgoing.on("error", reject);
      outgoing.end(text);
    });
  return { send, close: () => agent.destroy() };
}

async function read(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks) };
}

/**
 * Repeats an operation with the given concurrency for `seconds` (or until `operation` returns undefined) and returns
 * how many were done and how long they took. An operation resolves to whether it succeeded.
 */
export async function measure(
  concurrency: number,
  seconds: number,
  operation: (index: number) => Promise<boolean | undefined>,
): Promise<Figures> {
  const times: number[] = [];
  let failures = 0;
  let index = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const succeeded = await operation(index++);
      if (succeeded === undefined) return;
      times.push(performance.now() - start);
      if (!succeeded) failures++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return figuresOf(times, performance.now() - startedAt, failures);
}

/** Summarizes operations of these durations in milliseconds, which took `elapsed` milliseconds in all. */
export function figuresOf(millis: readonly number[], elapsed: number, failures: number): Figures {
  const times = millis.toSorted((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: (1000 * times.length) / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    count: times.length,
    failures,
  };
}
