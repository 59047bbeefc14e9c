import type { Project } from "@tonneline/contract/catalogue";
import { VisuallyHidden } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { fileSize } from "../../lib/format.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { downloadDocument } from "./catalogue.queries.ts";
import styles from "./papers.module.css";

/** Returns the file type of a URL by the extension of its path: "PDF"; undefined if it has none. */
function kindOf(url: string): string | undefined {
  return /\.([a-z\d]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toUpperCase();
}

/** External documents are links; our own need the login and are downloaded. */
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
