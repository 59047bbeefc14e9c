import * as contract from "@tonneline/contract/accounts";
import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { accountOf } from "./accounts.service.ts";
import { putAvatar, readAvatar, removeAvatar } from "./avatars.service.ts";

/** Routes for the caller's photo, and for the public address of any photo, which is different for each photo. */
export function avatarRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  imageWorker: ImageWorker,
): void {
  serve(contract.putAvatar, async ({ caller, file }) => {
    await putAvatar(db, files, imageWorker, caller.userId, file.bytes);
    return await accountOf(db, caller.userId);
  });
  serve(contract.deleteAvatar, ({ caller }) => removeAvatar(db, files, caller.userId));
  serve(contract.getAvatar, async ({ params }) => ({
    ...(await readAvatar(db, files, params.key)),
    // A new photo gets a new address.
    immutable: true as const,
  }));
}
