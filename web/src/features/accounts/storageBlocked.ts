import { DeviceFailure } from "../../lib/api.ts";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/account.ts";

/** Explains why a browser that stores nothing cannot log in. */
export function storageBlocked(cause: unknown): DeviceFailure {
  return new DeviceFailure(i18n.t("account.nothingKept"), { cause });
}
