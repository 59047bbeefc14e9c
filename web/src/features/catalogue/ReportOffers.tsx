import type { Project } from "@tonneline/contract/catalogue";
import { IconReportSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { day, euros } from "../../lib/format.ts";
import { useFeatureFlag } from "../../lib/flags.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { AskButton } from "./ContactButtons.tsx";
import { useMayNotBuy } from "../company/buying.queries.ts";
import { useAddCartReport, useCart } from "../cart/cart.queries.ts";
import { useShopToasts } from "./useShopToasts.ts";
import panels from "./panels.module.css";
import styles from "./ReportOffers.module.css";

type Report = Project["reports"][number];

/**
 * The due-diligence reports on a project, each with a button to buy it, while the new cart is enabled, which alone sells
 * them.
 */
export function ReportOffers({ project }: { project: Project }) {
  const { reports } = project;
  const isOn = useFeatureFlag("new_cart_api");
  const sold = !useMayNotBuy() && isOn;
  const inCart = new Set(useCart().data?.reports.map((report) => report.reportId));
  return reports.map((report) => (
    <ReportOffer
      key={report.id}
      project={project}
      report={report}
      sold={sold}
      inCart={inCart.has(report.id)}
    />
  ));
}

interface OfferProps {
  project: Project;
  report: Report;
  sold: boolean;
  inCart: boolean;
}

function ReportOffer({ project, report, sold, inCart }: OfferProps) {
  const { t } = useTranslation();
  const add = useAddCartReport();
  const toasts = useShopToasts();
  const date = day(report.publishedAt);
  return (
    <div className={`${panels.panel} ${panels.pad} ${styles.report}`}>
      <div className={styles.reportHead}>
        <IconReportSearch size={20} stroke={1.6} aria-hidden />
        <div>
          <h3>{report.name}</h3>
          <p>
            {report.pages === null
              ? t("projectPage.reportDate", { date })
              : t("projectPage.reportPages", { count: report.pages, date })}
          </p>
        </div>
      </div>
      <div className={styles.reportFoot}>
        <span>
          {euros(report.price)} <span className={panels.unit}>{t("projectPage.net")}</span>
        </span>
        {inCart && <Link to={paths.cart}>{t("projectPage.reportInCart")}</Link>}
        {!inCart && !sold && <AskButton project={project} label={t("projectPage.askForReport")} />}
        {!inCart && sold && (
          <BusyButton
            variant="default"
            busy={add.isPending}
            aria-label={t("projectPage.addReportNamed", { name: report.name })}
            onClick={() =>
              add.mutate(
                { reportId: report.id },
                { onSuccess: toasts.reportAdded, onError: toasts.failed },
              )
            }
          >
            {t("projectPage.addReport")}
          </BusyButton>
        )}
      </div>
    </div>
  );
}
