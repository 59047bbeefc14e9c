import { recordAudit } from "../../core/audit.ts";
import type { Db } from "../../core/db.ts";
import type { RefusalLog, RefusedCall } from "../../core/http/refused.ts";

const actions = { 403: "access.forbidden", 429: "access.limited" } as const;

/**
 * Keeps refusals in the audit log without a flood: the first of a caller (by address without a login) and interval at once,
 * the rest as one count at its end, which a kill loses. Beyond `mostCallers` all others are one caller.
 */
export function createRefusalLog(db: Db, mostCallers = 200): RefusalLog {
  let counts = new Map<string, RefusedCall & { more: number; calls: Set<string> }>();

  async function note(refused: RefusedCall): Promise<void> {
    const { actor, status } = refused;
    const own = `${status} ${actor.userId ?? actor.ip}`;
    const isCrowd = !counts.has(own) && counts.size >= mostCallers;
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
