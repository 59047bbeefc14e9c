import { CoverArt } from "../../ui/CoverArt.tsx";
import styles from "./Cover.module.css";

export interface Covered {
  id: number;
  projectType: { name: string };
  countries?: readonly string[];
  images?: { urls: { small: string } }[];
}

/** A small picture of a project: its first photo, or else its generated cover. */
export function Cover({ project, mini = false }: { project: Covered; mini?: boolean }) {
  const className = `${styles.thumb} ${mini ? styles.thumbMini : ""}`;
  const [photo] = project.images ?? [];
  if (photo) return <img src={photo.urls.small} alt="" className={className} loading="lazy" />;
  return (
    <CoverArt
      seed={String(project.id)}
      type={project.projectType.name}
      country={project.countries?.[0]}
      thumb
      className={className}
    />
  );
}
