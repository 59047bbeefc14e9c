import { Button, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { isEmbeddable, urlOf } from "@tonneline/contract/embeds";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useEmbedHosts } from "./catalogue.queries.ts";
import styles from "./embeds.module.css";

interface Props {
  url: string;
  /** The page that shows the same content by itself, if not `url`. */
  page?: string;
  title: string;
  poster: ReactNode;
  button: string;
  icon: ReactNode;
}

/**
 * Content of another site behind a poster: nothing of it loads before the click. If the settings do not allow the site in a
 * frame, a link is shown instead.
 */
export function Embed({ url, page = url, title, poster, button, icon }: Props) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const embeddable = isEmbeddable(url, useEmbedHosts());
  const link = (
    <Button
      component="a"
      variant="default"
      href={page}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconExternalLink size={16} stroke={1.8} aria-hidden />}
    >
      {t("projectPage.openAt", { host: urlOf(page)?.hostname ?? page })}{" "}
      <VisuallyHidden>
        ({title}, {t("app.newWindow")})
      </VisuallyHidden>
    </Button>
  );
  return (
    <div className={styles.embed}>
      {isShown && embeddable ? (
        <iframe
          src={url}
          title={title}
          // The click is the consent: the focus moves to what it opened.
          ref={(frame) => frame?.focus()}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          allowFullScreen
          // Video sites refuse to play without knowing which site embeds them.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        />
      ) : (
        <>
          {poster}
          {embeddable ? (
            <Button variant="default" leftSection={icon} onClick={() => setShown(true)}>
              {button}
            </Button>
          ) : (
            link
          )}
        </>
      )}
    </div>
  );
}
