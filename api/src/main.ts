import { readConfig } from "./config.ts";
import { StartupError } from "./core/startup.ts";
import { version } from "./core/version.ts";
import { demonstrationLines } from "./demo.ts";
import { startServer } from "./server.ts";
import { helpText } from "./settings.mjs";

// Never longer than this for a stop: a hanging peer must not keep Ctrl-C from working.
const stopLimitMs = 10_000;

async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    console.log(`Tonneline ${version}\n\n${helpText()}`);
    return;
  }
  const config = readConfig();
  const server = await startServer(config);
  console.log(`Tonneline ${version} is ready: ${server.address}`);
  for (const line of demonstrationLines(config, server.demonstrationAccounts)) console.log(line);
  stopOnSignal(server.stop);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onStop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    await stop();
    process.exit(0);
  };
  process.on("SIGINT", () => void onStop());
  process.on("SIGTERM", () => void onStop());
  // The launcher died, however it died.
  process.on("disconnect", () => void onStop());
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
