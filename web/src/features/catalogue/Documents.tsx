import type { Project } from "@tonneline/contract/catalogue";
import { VisuallyHidden } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { fileSize } from "../../lib/format.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { downloadDocument } from "./catalogue.queries.ts";
import styles from "./papers.module.css";

/** What kind of file an address leads to, from the end of its path: "PDF"; nothing when it does not say. */
function kindOf(url: string): string | undefined {
  return /\.([a-z\d]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toUpperCase();
}

/** Documents elsewhere are links; our own need the login and are downloaded. */
export function Documents({ documents }: { documents: Project["documents"] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.docs}>
      {documents.map((document) => {
        const { documentId, name, url, bytes } = document;
        if (bytes === null) {
          return (
            <li key={documentId}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <IconFileText size={20} stroke={1.6} aria-hidden />
                <span>{name}</span>
                <span>{kindOf(url)}</span>
              </a>
            </li>
          );
        }
        return (
          <li key={documentId}>
            <DownloadLink onDownload={() => downloadDocument(document)} reasonOf={refusalText}>
              <IconFileText size={20} stroke={1.6} aria-hidden />
              <span>
                <VisuallyHidden>{t("projectPage.download")}</VisuallyHidden> {name}
              </span>
              <span>{t("projectPage.documentKind", { kind: "PDF", size: fileSize(bytes) })}</span>
            </DownloadLink>
          </li>
        );
      })}
    </ul>
  );
}
