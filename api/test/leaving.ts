import { sql } from "kysely";
import { expect } from "vitest";
import type { TestApp } from "./app.ts";

/**
 * Sends requests of logged-in callers, and lets these go away while the server still reads their sessions, then lets it
 * continue. `send` returns what ends each request; the server listens and has no other connections.
 */
export async function leaveEarly(
  { app, db }: TestApp,
  send: () => readonly (() => void)[],
): Promise<void> {
  const connections = () =>
    new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  await db.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    const leave = send();
    const waiting = () =>
      sql`select from pg_locks where relation = 'sessions'::regclass and not granted`.execute(db);
    await expect.poll(async () => (await waiting()).rows.length).toBe(leave.length);
    for (const each of leave) each();
    await expect.poll(connections).toBe(0);
  });
}
