import type { ManagedOrder } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/Banner.tsx";
import { useOrderForecast } from "./admin.queries.ts";

/**
 * Notes that an invoice's XML remains plain EN 16931 although its company chose another profile, and what that
 * profile lacks.
 */
export function EInvoiceGap({ order }: { order: ManagedOrder }) {
  const { t } = useTranslation();
  const state = useOrderForecast(order).data?.eInvoice;
  if (!state || state.missing.length === 0) return null;
  const missing = state.missing.map((gap) => t(`forecast.gaps.${gap}`)).join(", ");
  const profile = t(`forecast.profiles.${state.profile}`);
  return (
    <Banner tone="warn" title={t("forecast.staysPlain", { profile })}>
      {t("forecast.missing", { missing })}
    </Banner>
  );
}
