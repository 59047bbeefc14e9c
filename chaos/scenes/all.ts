import type { Result, Run } from "../scene.ts";
import { clocksScene } from "./clocks.ts";
import { databaseAwayScene, databasePausedScene, connectionsTerminatedScene } from "./database.ts";
import { fullDataDiskScene, fullLogDiskScene } from "./disk.ts";
import { fileStoreAwayScene, mailServerAwayScene } from "./peers.ts";
import { stopsScene } from "./stops.ts";

/** Each kind of trouble, run on a separate product. */
export const scenes: Record<string, (run: Run) => Promise<Result>> = {
  "full-disk-data": fullDataDiskScene,
  "full-disk-log": fullLogDiskScene,
  "database-away": databaseAwayScene,
  "database-paused": databasePausedScene,
  "connections-terminated": connectionsTerminatedScene,
  "clocks-apart": clocksScene,
  "mail-server-away": mailServerAwayScene,
  "file-store-away": fileStoreAwayScene,
  stops: stopsScene,
};

export const sceneNames = Object.keys(scenes);
