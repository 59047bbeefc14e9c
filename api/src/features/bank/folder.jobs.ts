import type { Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { folderTaker } from "./folder.service.ts";

const pollEveryMs = 5_000;

interface Needs {
  db: Db;
  files: FileStore;
  settings: SettingsService;
  report: (error: unknown) => void;
  bankFolder?: string;
}

/** Polls the watched folder until stopped; a folder that cannot be read is reported once, until it becomes readable again. */
export function watchBankFolder({ bankFolder, db, files, settings, report }: Needs) {
  if (bankFolder === undefined) return undefined;
  const take = folderTaker(bankFolder, db, files, settings);
  let isFailing = false;
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      await take();
      isFailing = false;
    } catch (error) {
      if (!isFailing) report(error);
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, pollEveryMs);
  timer.unref();
  return {
    /** Resolves when the poll in progress, if any, has finished. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}
