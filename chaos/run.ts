import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { killsScene } from "./kills.ts";
import { makeMarket } from "./market.ts";
import { formatReport } from "./report.ts";
import { scenes } from "./scenes/all.ts";
import { readSettings, usage, type Settings } from "./settings.ts";
import type { Result, Run } from "./scene.ts";

async function main({ seed, kills, scenes: wanted, buyers, port }: Settings): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-chaos-"));
  const template = path.join(folder, "template");
  console.log(`Chaos with seed ${seed}: making a market …`);
  try {
    const everybody = await makeMarket(template, port);
    const market = { ...everybody, buyers: everybody.buyers.slice(0, buyers) };
    const run: Run = { seed, folder, template, market, port };
    const results: Result[] = [];
    if (kills > 0) {
      console.log("kills");
      results.push(await killsScene(run, kills));
    }
    for (const [name, scene] of Object.entries(scenes)) {
      if (wanted && !wanted.includes(name)) continue;
      console.log(name);
      results.push(await scene(run));
    }
    console.log(`\n${formatReport(seed, results)}`);
    return results.every(({ differences }) => differences.length === 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function settingsOrUsage(): Settings | undefined {
  try {
    const settings = readSettings(process.argv.slice(2));
    if (settings.help) console.log(usage);
    return settings.help ? undefined : settings;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exitCode = 1;
    return undefined;
  }
}

const settings = settingsOrUsage();
if (settings && process.platform !== "linux") {
  console.error("The chaos harness finds processes in /proc: it needs Linux.");
  process.exitCode = 1;
} else if (settings) {
  process.exitCode = (await main(settings)) ? 0 : 1;
}
