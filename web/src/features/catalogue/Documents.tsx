import type { Project } from "@tonneline/contract/catalogue";
import { IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { fileSize } from "../../lib/format.ts";
import styles from "./project.module.css";

/** What kind of file an address leads to, from the end of its path: "PDF"; nothing when it does not say. */
function kindOf(url: string): string | undefined {
  return /\.([a-z\d]{2,4})(?:[?#]|$)/i.exec(url)?.[1]?.toUpperCase();
}

export function Documents({ documents }: { documents: Project["documents"] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.docs}>
      {documents.map(({ name, url, bytes }) => {
        const kind = kindOf(url);
        const sized = bytes === null ? undefined : fileSize(bytes);
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <IconFileText size={20} stroke={1.6} aria-hidden />
              <span>{name}</span>
              <span>
                {kind && sized
                  ? t("catalogue.project.documentKind", { kind, size: sized })
                  : (kind ?? sized)}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
