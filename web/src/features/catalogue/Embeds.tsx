import type { Project } from "@tonneline/contract/catalogue";
import { IconMap2, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CoverArt } from "../../ui/CoverArt.tsx";
import { Embed } from "./Embed.tsx";
import styles from "./embeds.module.css";
import { videoAddress, videoPage } from "./videoAddress.ts";

/** The map and the videos of a project. They come from other sites, so nothing loads before a click. */
export function Embeds({ project }: { project: Project }) {
  const { t } = useTranslation();
  const videos = project.youtubeVideos.length;
  return (
    <>
      <div className={styles.media}>
        {project.embedUrl && (
          <Embed
            url={project.embedUrl}
            title={t("projectPage.mapTitle", { project: project.name })}
            poster={<CoverArt seed={`map ${project.id}`} type="" />}
            button={t("projectPage.showMap")}
            icon={<IconMap2 size={16} stroke={1.8} aria-hidden />}
          />
        )}
        {project.youtubeVideos.map(({ videoId }, index) => (
          <Embed
            key={videoId}
            url={videoAddress(videoId)}
            page={videoPage(videoId)}
            title={t("projectPage.videoTitle", { number: index + 1, project: project.name })}
            poster={
              <CoverArt
                seed={`${project.id}${index === 0 ? "" : ` ${index}`}`}
                type={project.projectType.name}
                country={project.countries[0]}
              />
            }
            button={
              videos === 1
                ? t("projectPage.playVideo")
                : t("projectPage.playVideoOf", { number: index + 1, total: videos })
            }
            icon={<IconPlayerPlay size={16} stroke={1.8} aria-hidden />}
          />
        ))}
      </div>
      <p className={styles.small}>{t("projectPage.embedNote")}</p>
    </>
  );
}
