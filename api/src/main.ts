import { flushCompileCache } from "node:module";
import { readConfig, warningsOf } from "./config.ts";
import { errorMessage, isFullDisk, isUnavailable } from "./core/outage.ts";
import { StartupError } from "./core/startup.ts";
import { version } from "./core/version.ts";
import { demonstrationLines } from "./demo.ts";
import { startServer, type RunningServer } from "./server.ts";
import { helpText } from "./settings.mjs";

// The maximum duration of a stop: a hanging peer must not make Ctrl-C ineffective.
const stopLimitMs = 9_500;
// One Ctrl-C arrives several times: from the terminal, from npm and from the launcher.
const sameKeyMs = 500;

async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    console.log(`Tonneline ${version}\n\n${helpText()}`);
    return;
  }
  // A log on a full disk, or whose reader is gone, must not end the server.
  for (const log of [process.stdout, process.stderr]) log.on("error", () => {});
  const config = readConfig();
  // The job runner traces each worker whose connection ends; an unavailable database is logged once, elsewhere.
  console.trace = () => {};
  // Until there is something to stop, the launcher's death ends us as SIGTERM does; it may have died before we listened.
  if (process.connected === false) exitNow();
  process.once("disconnect", exitNow);
  const server = await startServer(config, endWith);
  process.off("disconnect", exitNow);
  console.log(`Tonneline ${version} is ready: ${server.address}`);
  for (const warning of [...warningsOf(config), ...server.warnings]) console.warn(warning);
  for (const line of demonstrationLines(config, server.demonstrationAccounts)) console.log(line);
  stopOnSignal(server.stop);
  // Node only writes its compile cache on a regular exit: a killed server would compile everything again at each start.
  flushCompileCache();
}

function exitNow(): never {
  process.exit(1);
}

/** The database is permanently lost: a supervisor may restart this process. */
function endWith(error: StartupError): void {
  console.error(error.message);
  process.exit(1);
}

function stopOnSignal(stop: RunningServer["stop"]): void {
  let since: number | undefined;
  const hurry = new AbortController();
  const onStop = async () => {
    since = performance.now();
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    const tell = () => console.log("Stopping: finishing the work in progress first …");
    setTimeout(tell, 1000).unref();
    await stop(hurry.signal);
    process.exit(0);
  };
  process.on("SIGINT", () => {
    if (since === undefined) void onStop();
    else if (performance.now() - since > sameKeyMs) hurry.abort();
  });
  // A closed terminal hangs up on all its processes. "disconnect" means that the launcher died for any reason.
  for (const event of ["SIGTERM", "SIGHUP", "disconnect"]) {
    process.on(event, () => {
      if (since === undefined) void onStop();
    });
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof StartupError) console.error(error.message);
  else if (isUnavailable(error)) {
    const advice = isFullDisk(error)
      ? "The disk is full, free some space and start again"
      : "The start was interrupted, start again";
    console.error(`${advice}: ${errorMessage(error)}`);
  } else throw error;
  process.exit(1);
}
