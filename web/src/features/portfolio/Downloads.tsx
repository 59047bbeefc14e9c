import {
  getPortfolio,
  getPortfolioXlsx,
  type PortfolioSummary,
} from "@tonneline/contract/portfolio";
import { getMyCertificates, getMyRetirementsXlsx } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { download, downloadCsv, refusalText } from "../../lib/api.ts";
import { today, whole } from "../../lib/format.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import styles from "./downloads.module.css";
import shared from "./portfolio.module.css";

interface Props {
  totals: PortfolioSummary["totals"];
  /** Only what the user bought. */
  by: "me" | undefined;
}

interface File {
  name: "holdings" | "certificates" | "retirements";
  kind: string;
  get: () => Promise<void>;
}

/** The portfolio's downloads. */
export function Downloads({ totals, by }: Props) {
  const { t } = useTranslation();
  const query = { by };
  const { certificates, requests, retired } = totals;
  const files: (File | false)[] = [
    {
      name: "holdings",
      kind: "XLSX",
      get: () => download(getPortfolioXlsx, { query }, `holdings-${today()}.xlsx`),
    },
    {
      name: "holdings",
      kind: "CSV",
      get: () => downloadCsv(getPortfolio, { query }, `holdings-${today()}.csv`),
    },
    certificates > 0 && {
      name: "certificates",
      kind: t("portfolio.downloads.zip", { count: certificates, number: whole(certificates) }),
      get: () => download(getMyCertificates, { query }, "certificates.zip"),
    },
    retired + requests > 0 && {
      name: "retirements",
      kind: "XLSX",
      get: () => download(getMyRetirementsXlsx, { query }, `retirements-${today()}.xlsx`),
    },
  ];
  return (
    <section aria-labelledby="portfolio-downloads" className={styles.part}>
      <h2 id="portfolio-downloads">{t("portfolio.downloads.title")}</h2>
      <ul className={styles.list}>
        {files.map(
          (file) =>
            file && (
              <li key={`${file.name} ${file.kind}`}>
                <DownloadLink
                  onDownload={file.get}
                  reasonOf={refusalText}
                  label={`${t(`portfolio.downloads.${file.name}`)}, ${file.kind}`}
                >
                  {t(`portfolio.downloads.${file.name}`)}
                </DownloadLink>
                <span className={shared.unit}>{file.kind}</span>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
