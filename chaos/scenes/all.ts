import type { Result, Run } from "../stage.ts";
import { playClocks } from "./clocks.ts";
import { playAway, playPaused, playTerminated } from "./database.ts";
import { playFullData, playFullLog } from "./disk.ts";
import { playFiles, playMails } from "./peers.ts";
import { playStops } from "./stops.ts";

/** Each kind of trouble, played on a separate product. */
export const scenes: Record<string, (run: Run) => Promise<Result>> = {
  "full-disk-data": playFullData,
  "full-disk-log": playFullLog,
  "database-away": playAway,
  "database-paused": playPaused,
  "connections-terminated": playTerminated,
  "clocks-apart": playClocks,
  "mail-server-away": playMails,
  "file-store-away": playFiles,
  stops: playStops,
};

export const sceneNames = Object.keys(scenes);
