import { Button, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { isEmbeddable, urlOf } from "@tonneline/contract/embeds";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useEmbedHosts } from "./catalogue.queries.ts";
import styles from "./embeds.module.css";

interface Props {
  url: string;
  /** Where the same is shown on its own, if not at `url`. */
  page?: string;
  title: string;
  poster: ReactNode;
  button: string;
  icon: ReactNode;
}

/**
 * Something of another site behind a poster: nothing of it loads before the click. A site that the settings do not allow
 * in a frame has a link there.
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
          // The click is the consent: focus follows what it asked for.
          ref={(frame) => frame?.focus()}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          allowFullScreen
          // Video sites refuse to play when they are not told which site embeds them.
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
