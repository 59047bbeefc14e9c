import * as contract from "@tonneline/contract/settings";
import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import {
  addVatRate,
  putSiteFile,
  readSettings,
  removeSiteFile,
  removeVatRate,
  saveSettings,
  siteFileInPlace,
} from "./managed.service.ts";
import type { SettingsService } from "./settings.service.ts";

const slotOf = (name: string) =>
  contract.siteFiles.find((each) => each === name) ?? refuse("NOT_FOUND");

/** Routes for operators who change settings, and for the site files that everyone can see. */
export function settingsRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  settings: SettingsService,
  imageWorker: ImageWorker,
  confirmPassword: (caller: Caller, password: string, ip: string) => Promise<boolean>,
): void {
  serve(contract.getSettings, () => readSettings(db, settings));

  serve(contract.saveSettings, async ({ actor, caller, body, ip }) => {
    const { password, ...change } = body;
    const confirmed = async () =>
      password === undefined ? undefined : await confirmPassword(caller, password, ip);
    await saveSettings(db, settings, actor, change, confirmed);
    return readSettings(db, settings);
  });

  serve(contract.addVatRate, async ({ actor, body, once }) => {
    await addVatRate(db, settings, actor, body, once);
    return body;
  });

  serve(contract.deleteVatRate, ({ actor, params }) => removeVatRate(db, settings, actor, params));

  serve(contract.putSiteFile, async ({ actor, params, file }) => {
    await putSiteFile(db, files, imageWorker, actor, slotOf(params.name), file);
    return readSettings(db, settings);
  });

  serve(contract.deleteSiteFile, async ({ actor, params }) => {
    await removeSiteFile(db, files, actor, slotOf(params.name));
    return readSettings(db, settings);
  });

  serve(contract.getSiteFile, async ({ params }) => ({
    ...(await fileAnswer(db, files, await siteFileInPlace(db, params.id))),
    inline: true as const,
    immutable: true as const,
  }));
}
