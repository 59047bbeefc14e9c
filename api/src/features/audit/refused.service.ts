import { recordAudit } from "../../core/audit.ts";
import type { Db } from "../../core/db.ts";
import type { RefusalLog, RefusedCall } from "../../core/http/refused.ts";

const actions = { 403: "access.forbidden", 429: "access.limited" } as const;

/**
 * Records refusals in the audit log without flooding it. The first refusal per caller (by address if
 * not logged in) and interval is recorded immediately, the rest as one count at its end, which is
 * lost if the process is killed. Beyond `maxCallers`, all other callers count as one.
 */
export function createRefusalLog(db: Db, maxCallers = 200): RefusalLog {
  let counts = new Map<string, RefusedCall & { more: number; calls: Set<string> }>();

  async function note(refused: RefusedCall): Promise<void> {
    const { actor, status } = refused;
    const own = `${status} ${actor.userId ?? actor.ip}`;
    const isCrowd = !counts.has(own) && counts.size >= maxCallers;
    const key = isCrowd ? `${status} others` : own;
    const known = counts.get(key);
    if (known) {
      known.more++;
      if (known.calls.size < 5) known.calls.add(refused.call);
      return;
    }
    const first = isCrowd ? { ...refused, actor: { ip: "many addresses" } } : refused;
    counts.set(key, { ...first, more: 0, calls: new Set() });
    await write(first, refused.call, {});
  }

  async function flush(): Promise<void> {
    const over = [...counts.values()].filter(({ more }) => more > 0);
    counts = new Map();
    for (const { more, calls, ...refused } of over) {
      await write(refused, `${more} more`, { count: more, calls: [...calls] });
    }
  }

  async function write({ actor, status }: RefusedCall, call: string, after: object) {
    const { userId = null, username, ip } = actor;
    const who = { userId, username: username ?? null, ip };
    const facts = Object.keys(after).length > 0 && { after: { ...after } };
    await recordAudit(db, who, {
      action: actions[status],
      thing: { type: "call", id: call },
      ...facts,
    });
  }

  return { note, flush };
}
