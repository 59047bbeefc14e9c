import type { Project } from "@tonneline/contract/catalogue";
import { Button } from "@mantine/core";
import { IconMap2, IconPlayerPlay } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CoverArt } from "../../ui/CoverArt.tsx";
import styles from "./project.module.css";

/** The map and the videos of a project. They come from other sites, so nothing of them loads before a click. */
export function Embeds({ project }: { project: Project }) {
  const { t } = useTranslation();
  const videos = project.youtubeVideos.length;
  return (
    <>
      <div className={styles.media}>
        {project.embedUrl && (
          <Embed
            url={project.embedUrl}
            title={t("catalogue.project.mapTitle", { project: project.name })}
            poster={<CoverArt seed={`map ${project.id}`} type="" />}
            button={t("catalogue.project.showMap")}
            icon={<IconMap2 size={16} stroke={1.8} aria-hidden />}
          />
        )}
        {project.youtubeVideos.map(({ videoId }, index) => (
          <Embed
            key={videoId}
            url={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(videoId)}?autoplay=1&rel=0`}
            title={t("catalogue.project.videoTitle", { number: index + 1, project: project.name })}
            poster={
              <CoverArt
                seed={`${project.id}${index === 0 ? "" : ` ${index}`}`}
                type={project.projectType.name}
              />
            }
            button={
              videos === 1
                ? t("catalogue.project.playVideo")
                : t("catalogue.project.playVideoOf", { number: index + 1, total: videos })
            }
            icon={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
          />
        ))}
      </div>
      <p className={styles.small}>{t("catalogue.project.embedNote")}</p>
    </>
  );
}

interface EmbedProps {
  url: string;
  title: string;
  poster: ReactNode;
  button: string;
  icon: ReactNode;
}

function Embed({ url, title, poster, button, icon }: EmbedProps) {
  const [asked, setAsked] = useState(false);
  return (
    <div className={styles.embed}>
      {asked ? (
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
          <Button variant="default" leftSection={icon} onClick={() => setAsked(true)}>
            {button}
          </Button>
        </>
      )}
    </div>
  );
}
