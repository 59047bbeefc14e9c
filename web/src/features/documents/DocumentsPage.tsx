import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { documentColumns } from "./columns.tsx";
import { documents } from "./documents.queries.ts";
import styles from "./documents.module.css";
import { Downloads } from "./Downloads.tsx";
import "../../locales/en/documents.ts";
import "../../locales/en/table.ts";

/** /user/settings/documents: the documents for the company's accountant. */
export function DocumentsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(documents);
  const balance = list.data?.balance;
  return (
    <div className={styles.page}>
      <ListScreen
        {...list.screen}
        name="documents"
        texts={t("documents", { returnObjects: true })}
        columns={documentColumns(t)}
        hiddenByDefault={["net"]}
        tabLabel={(tab) => t(tab === "all" ? "documents.all" : `documents.tab.${tab}`)}
        onRow={({ orderId }) => void navigate({ to: paths.order, params: { id: String(orderId) } })}
        total={(counted) => t("documents.total", counted)}
        above={
          <dl className={styles.figures} aria-label={t("documents.balance.label")}>
            {(["open", "overdue", "toRefund"] as const).map((figure) => (
              <div key={figure}>
                <dt>{t(`documents.balance.${figure}`)}</dt>
                <dd
                  className={
                    figure === "overdue" && balance && balance.overdue > 0 ? styles.bad : ""
                  }
                >
                  {balance ? euros(balance[figure]) : "–"}
                </dd>
              </div>
            ))}
          </dl>
        }
      />
      {(list.data ?? list.screen.failure) && <Downloads />}
    </div>
  );
}
