import { cpus, totalmem } from "node:os";
import { names } from "../api/src/settings.mjs";
import { serverEnv } from "../scripts/launcher/runtime.mjs";

/**
 * The environment of a measured server: `settings`, and none of the surrounding ones, which may name a database, a mail
 * server or a store that people work with.
 */
export function measuredEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = { ...process.env };
  for (const name of names) delete inherited[name];
  return { ...serverEnv, ...inherited, ...settings };
}

/** Returns the machine that the figures are from: its processor, cores and memory. */
export function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpu?.model ?? "unknown"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
}
