import {
  IconArrowBackUp,
  IconProgress,
  IconRosetteDiscountCheck,
  IconX,
} from "@tabler/icons-react";
import type { RetirementStatus } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";

const looks = {
  RETIREMENT_IN_PROGRESS: { tone: "flow", icon: IconProgress },
  RETIRED: { tone: "done", icon: IconRosetteDiscountCheck },
  DECLINED: { tone: "stop", icon: IconX },
  WITHDRAWN: { tone: "stop", icon: IconArrowBackUp },
} as const;

export function RetirementStatusBadge(props: { status: RetirementStatus; dense?: boolean }) {
  const { t } = useTranslation();
  const label = t(`retirements.status.${props.status}`);
  return <StatusBadge {...looks[props.status]} label={label} dense={props.dense} />;
}
