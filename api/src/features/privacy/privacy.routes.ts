import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import * as contract from "@tonneline/contract/privacy";
import type { Proof } from "@tonneline/contract/proof";
import { refuse } from "../../core/errors.ts";
import type { FileAnswer, Serve } from "../../core/http/serve.ts";
import type { Privacy } from "./privacy.service.ts";

/** Whether it is the caller's password. */
type Confirm = (
  caller: { userId: number; sessionId: string },
  password: string,
  ip: string,
) => Promise<boolean>;

/** Throws unless what is given proves the second factor, where the account has one. */
type Prove = (userId: number, ip: string, given: Pick<Proof, "code" | "passkey">) => Promise<void>;

export function privacyRoutes(
  serve: Serve,
  privacy: Privacy,
  confirm: Confirm,
  prove: Prove,
): void {
  serve(contract.exportMyData, async ({ caller, actor }) =>
    jsonFile(await privacy.exportMine({ ...actor, userId: caller.userId })),
  );
  serve(contract.getMyErasure, ({ caller }) => privacy.previewMine(caller.userId));
  serve(contract.eraseMe, async ({ caller, actor, body, ip }) => {
    if (!(await confirm(caller, body.password, ip))) refuseAtPassword();
    await prove(caller.userId, ip, body);
    await privacy.eraseMine({ ...actor, userId: caller.userId });
  });
  serve(contract.exportUserData, async ({ caller, actor, params }) =>
    jsonFile(await privacy.exportOf(params.id, actor, caller.permissions)),
  );
  serve(contract.getUserErasure, ({ caller, params }) =>
    privacy.previewOf(params.id, caller.permissions),
  );
  serve(contract.eraseUser, ({ caller, actor, params, body }) =>
    privacy.eraseOf(params.id, body.username, actor, caller.permissions),
  );
}

function refuseAtPassword(): never {
  const fieldErrors = [{ path: "password", message: "This is not your password" }];
  return refuse("VALIDATION_FAILED", { fieldErrors });
}

function jsonFile(data: object): FileAnswer {
  const bytes = Buffer.from(`${JSON.stringify(data, null, 2)}\n`);
  return {
    name: "personal-data.json",
    mediaType: "application/json",
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    read: async (part) =>
      Readable.from([part ? bytes.subarray(part.first, part.last + 1) : bytes], {
        objectMode: false,
      }),
  };
}
