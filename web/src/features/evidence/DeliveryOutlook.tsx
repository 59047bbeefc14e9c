import type { Vintage } from "@tonneline/contract/catalogue";
import { isOverdue, quarterText, type DeliveryState } from "@tonneline/contract/delivery";
import { IconCircleCheck, IconCircleX, IconClock, IconClockExclamation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { today } from "../../lib/format.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import styles from "./evidence.module.css";

const looks = {
  ON_SCHEDULE: { tone: "flow", icon: IconClock },
  LATE: { tone: "wait", icon: IconClockExclamation },
  DELIVERED: { tone: "done", icon: IconCircleCheck },
  NOT_ISSUED: { tone: "stop", icon: IconCircleX },
} as const satisfies Record<DeliveryState, object>;

/** When vintages that are not issued yet are expected, and the state of their delivery. */
export function DeliveryOutlook({ vintages }: { vintages: readonly Vintage[] }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.lead}>{t("evidence.delivery.lead")}</p>
      <div
        className={styles.table}
        role="region"
        aria-label={t("evidence.delivery.title")}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t("evidence.vintage")}</th>
              <th scope="col" className={styles.word}>
                {t("evidence.delivery.due")}
              </th>
              <th scope="col" className={styles.word}>
                {t("evidence.delivery.state")}
              </th>
              <th scope="col" className={styles.said}>
                {t("evidence.delivery.note")}
              </th>
            </tr>
          </thead>
          <tbody>
            {vintages.map((vintage) => (
              <VintageRow key={vintage.id} vintage={vintage} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function VintageRow({ vintage }: { vintage: Vintage }) {
  const { t } = useTranslation();
  const { year, expectedDelivery, deliveryState, deliveryNote } = vintage;
  const overdue = isOverdue(deliveryState?.id, expectedDelivery, today());
  const state = overdue
    ? { id: "LATE" as const, name: t("evidence.delivery.late") }
    : deliveryState;
  return (
    <tr>
      <th scope="row">{year}</th>
      <td className={styles.word}>
        {expectedDelivery ? quarterText(expectedDelivery) : t("evidence.delivery.unknown")}
      </td>
      <td className={styles.word}>
        {state && <StatusBadge {...looks[state.id]} label={state.name} dense />}
      </td>
      <td className={styles.said}>
        {deliveryNote || (overdue ? t("evidence.delivery.overdue") : "–")}
      </td>
    </tr>
  );
}
