import type { RetirementStatus } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { retirementLooks } from "../../../ui/statusLooks.ts";

/** The status of a retirement, in the same words and colours for buyers and operators. */
export function RetirementStatusBadge(props: { status: RetirementStatus; dense?: boolean }) {
  const { t } = useTranslation();
  const label = t(`retirements.status.${props.status}`);
  return <StatusBadge {...retirementLooks[props.status]} label={label} dense={props.dense} />;
}
