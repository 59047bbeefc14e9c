import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mergeHandlers } from "../../core/jobs.ts";
import { bulkRetirementJobs } from "./bulk.jobs.ts";
import {
  certificateHeads,
  certificateRoutes,
  type CertificateContext,
} from "./certificates.routes.ts";
import { managedRetirementRoutes } from "./managed.routes.ts";
import { retirementJobs } from "./retirements.jobs.ts";
import { retirementRoutes } from "./retirements.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  publicUrl: string;
  settings: SettingsService;
  limits: Pick<AttemptLimits, "count">;
}
type JobBase = Pick<Base, "db" | "files" | "publicUrl" | "settings">;

const contextOf = ({ settings, limits }: Base): CertificateContext => ({
  issuer: async () => (await settings.current()).seller.name,
  countMiss: (ip) => limits.count("certificate", { account: undefined, ip }),
});

/** Retirements, their certificates and the certificates' public pages. */
export const retirements = feature({
  routes: (base: Base) => {
    const { serve, db, files } = base;
    retirementRoutes(serve, db, files);
    managedRetirementRoutes(serve, db, files);
    certificateRoutes(serve, db, contextOf(base));
  },
  heads: (base: Base) => certificateHeads(base.db, contextOf(base)),
  jobs: ({ db, files, settings, publicUrl }: JobBase) =>
    mergeHandlers(retirementJobs(db, files, settings, publicUrl), bulkRetirementJobs(db)),
});
