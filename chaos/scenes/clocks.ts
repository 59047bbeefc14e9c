import path from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { runScene, type Result, type Run } from "../scene.ts";

const workMs = 25_000;

/** Two servers behind one address, one with its clock five hours fast, the other five hours slow. */
export function clocksScene(run: Run): Promise<Result> {
  const settings = clockOf(5);
  return runScene(run, "clocks-apart", { settings, second: clockOf(-5) }, async (scene) => {
    await scene.untilServed();
    await sleep(workMs);
  });
}

function clockOf(hours: number): Record<string, string> {
  const clock = pathToFileURL(path.resolve(import.meta.dirname, "../clock.mjs")).href;
  return { NODE_OPTIONS: `--import=${clock}`, CHAOS_CLOCK_HOURS: String(hours) };
}
