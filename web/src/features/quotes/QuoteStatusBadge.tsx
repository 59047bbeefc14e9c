import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconLock,
  IconShoppingCartOff,
  IconUserCheck,
} from "@tabler/icons-react";
import type { Quote } from "@tonneline/contract/quotes";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const looks = {
  OPEN: { tone: "wait", icon: IconClock },
  KEPT: { tone: "act", icon: IconLock },
  REQUESTED: { tone: "flow", icon: IconUserCheck },
  WITHDRAWN: { tone: "off", icon: IconArrowBackUp },
  ORDERED: { tone: "done", icon: IconCheck },
  EXPIRED: { tone: "off", icon: IconHourglassEmpty },
} as const;

/** The status of a quote; one that is kept until a day stands out. */
export function QuoteStatusBadge({ status, cartChanged }: Pick<Quote, "status" | "cartChanged">) {
  const { t } = useTranslation();
  if (cartChanged)
    return <StatusBadge tone="off" icon={IconShoppingCartOff} label={t("quotes.changed")} dense />;
  return <StatusBadge {...looks[status]} label={t(`quotes.status.${status}`)} dense />;
}
