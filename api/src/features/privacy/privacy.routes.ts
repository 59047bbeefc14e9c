import * as contract from "@tonneline/contract/privacy";
import type { Db } from "../../core/db.ts";
import { refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { FileAnswer, Serve } from "../../core/http/serve.ts";
import type { Access } from "../accounts/access.service.ts";
import {
  eraseMine,
  eraseOf,
  exportMine,
  exportOf,
  previewMine,
  previewOf,
} from "./privacy.service.ts";

/**
 * Routes for the export and erasure of accounts: the caller's own or, for operators, another. Erasing one's own account
 * requires the password and the second factor. An erased account is logged out at once.
 */
export function privacyRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  access: Pick<Access, "invalidateCallersOf" | "confirmPassword" | "proveFactor">,
): void {
  serve(contract.exportMyData, async ({ actor }) => jsonFile(await exportMine(db, actor)));
  serve(contract.getMyErasure, ({ caller }) => previewMine(db, caller.userId));
  serve(contract.eraseMe, async ({ caller, actor, body, ip }) => {
    if (!(await access.confirmPassword(caller, body.password, ip))) refuseAtPassword();
    await access.proveFactor(caller.userId, ip, body);
    await eraseMine(db, files, actor);
    access.invalidateCallersOf(caller.userId);
  });
  serve(contract.exportUserData, async ({ caller, actor, params }) =>
    jsonFile(await exportOf(db, params.id, actor, caller.permissions)),
  );
  serve(contract.getUserErasure, ({ caller, params }) =>
    previewOf(db, params.id, caller.permissions),
  );
  serve(contract.eraseUser, async ({ caller, actor, params, body }) => {
    await eraseOf(db, files, params.id, body.username, actor, caller.permissions);
    access.invalidateCallersOf(params.id);
  });
}

function refuseAtPassword(): never {
  return refuseField("password", "This is not your password");
}

function jsonFile(data: object): FileAnswer {
  const bytes = Buffer.from(`${JSON.stringify(data, null, 2)}\n`);
  return bytesAnswer(bytes, "personal-data.json", "application/json");
}
