import * as contract from "@tonneline/contract/settings";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import type { Caller, Serve } from "../../core/http/serve.ts";
import type { ManagedSettingsService } from "./managed.service.ts";

const placeOf = (name: string) =>
  contract.siteFiles.find((each) => each === name) ?? refuse("NOT_FOUND");

/** The operators' calls about settings, and the files that everybody sees. */
export function settingsRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  managed: ManagedSettingsService,
  confirmPassword: (caller: Caller, password: string, ip: string) => Promise<boolean>,
): void {
  serve(contract.getSettings, () => managed.read());

  serve(contract.saveSettings, async ({ actor, caller, body, ip }) => {
    const { password, ...change } = body;
    const confirmed = async () =>
      password === undefined ? undefined : await confirmPassword(caller, password, ip);
    await managed.save(actor, change, confirmed);
    return managed.read();
  });

  serve(contract.addVatRate, async ({ actor, body }) => {
    await managed.addRate(actor, body);
    return body;
  });

  serve(contract.deleteVatRate, ({ actor, params }) => managed.removeRate(actor, params));

  serve(contract.putSiteFile, async ({ actor, params, file }) => {
    await managed.putFile(actor, placeOf(params.name), file);
    return managed.read();
  });

  serve(contract.deleteSiteFile, async ({ actor, params }) => {
    await managed.removeFile(actor, placeOf(params.name));
    return managed.read();
  });

  serve(contract.getSiteFile, async ({ params }) => ({
    ...(await fileAnswer(db, files, await managed.siteFile(params.id))),
    inline: true as const,
    immutable: true as const,
  }));
}
