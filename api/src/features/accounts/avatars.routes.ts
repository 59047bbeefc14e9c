import { deleteAvatar, getAvatar, putAvatar } from "@tonneline/contract/accounts";
import type { Serve } from "../../core/http/serve.ts";
import type { Accounts } from "./accounts.service.ts";
import type { Avatars } from "./avatars.service.ts";

export function avatarRoutes(serve: Serve, accounts: Accounts, avatars: Avatars): void {
  serve(putAvatar, async ({ caller, file }) => {
    await avatars.put(caller.userId, file.bytes);
    return await accounts.account(caller.userId);
  });
  serve(deleteAvatar, ({ caller }) => avatars.remove(caller.userId));
  serve(getAvatar, async ({ params }) => ({
    ...(await avatars.read(params.key)),
    // A new photo has a new address.
    immutable: true as const,
  }));
}
