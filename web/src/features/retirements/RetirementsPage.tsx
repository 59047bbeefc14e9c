import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { filteredBy } from "../../lib/tableSearch.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { useCompany } from "../company/company.queries.ts";
import { useMemberName } from "../company/DoneBy.tsx";
import { MinePill } from "../company/MinePill.tsx";
import { retirementColumns } from "./columns.tsx";
import { downloadCertificates, retirements } from "./retirements.queries.ts";
import styles from "./retirements.module.css";
import { RetirementPanel } from "./RetirementPanel.tsx";
import "../../locales/en/retirements.ts";
import "../../locales/en/table.ts";

/** /user/settings/retirements: the company's retirement requests, newest first. */
export function RetirementsPage() {
  const { t } = useTranslation();
  const list = useList(retirements);
  const { search, change } = list;
  const nameOf = useMemberName();
  const isAlone = useCompany().data?.members.length === 1;
  return (
    <div className={styles.list}>
      <ListScreen
        {...list.screen}
        roomy
        name="retirements"
        texts={t("retirements.list", { returnObjects: true })}
        emptyAction={{ label: t("retirements.toPortfolio"), to: paths.portfolio }}
        columns={retirementColumns(t, search, nameOf).filter(
          ({ name }) => name !== "person" || !isAlone,
        )}
        actions={
          (list.data?.counts.RETIRED ?? 0) > 0 && (
            <DownloadLink onDownload={downloadCertificates} reasonOf={reasonOf}>
              {t("retirements.allCertificates")}
            </DownloadLink>
          )
        }
        tabLabel={(tab: (typeof list.screen.tabs)[number]) =>
          tab === "all" ? t("retirements.all") : t(`retirements.status.${tab}`)
        }
        pills={
          <MinePill
            on={search.filters.by === "me"}
            onChange={(on) => change(filteredBy(search, "by", on ? "me" : ""))}
          />
        }
      />
      <RetirementPanel id={search.open} onClose={list.close} />
    </div>
  );
}
