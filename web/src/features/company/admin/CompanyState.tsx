import { IconBan, IconCheck, IconCircleOff, type Icon } from "@tabler/icons-react";
import type { ManagedCompany } from "@tonneline/contract/companies";
import { useTranslation } from "react-i18next";
import { StatusBadge, type StatusTone } from "../../../ui/StatusBadge.tsx";

const looks: Record<ManagedCompany["state"], { tone: StatusTone; icon: Icon }> = {
  ACTIVE: { tone: "done", icon: IconCheck },
  BLOCKED: { tone: "stop", icon: IconBan },
  CLOSED: { tone: "off", icon: IconCircleOff },
};

/** The state of a company: whether it can act. */
export function CompanyState({
  state,
  dense,
}: {
  state: ManagedCompany["state"];
  dense?: boolean;
}) {
  const { t } = useTranslation();
  return <StatusBadge {...looks[state]} label={t(`companies.state.${state}`)} dense={dense} />;
}
