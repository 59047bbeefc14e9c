import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { useDeferredValue, useState } from "react";
import { coverAddress, isDrawn } from "../../ui/CoverArt.tsx";

interface Props {
  project: Pick<ProjectSummary, "id" | "images" | "projectType"> & {
    countries?: readonly string[];
  };
  size: "small" | "medium" | "large";
  /** Index of the picture to show. */
  index?: number;
  /** In view at once: must not be deferred. */
  eager?: boolean;
}

/**
 * The picture of a project, or a cover drawn from its number, type and country if there is none or it fails to load.
 * Decorative, as the name is shown next to it. The surrounding frame sets its size.
 */
export function ProjectCover({ project, size, index = 0, eager = false }: Props) {
  const [failed, setFailed] = useState<string>();
  const url = project.images[index]?.urls[size];
  const photo = url !== undefined && url !== failed;
  const detail = size === "small" ? "thumb" : "full";
  const subject = {
    seed: String(project.id),
    type: project.projectType.name,
    country: project.countries?.[0],
  };
  // Drawing a cover takes longer than the rest of a card: those out of view are drawn when the browser is idle.
  const mayDraw = useDeferredValue(true, eager);
  const drawing = () =>
    mayDraw || isDrawn(subject, detail) ? coverAddress(subject, detail) : undefined;
  return (
    <img
      src={photo ? url : drawing()}
      alt=""
      width={800}
      height={500}
      loading={photo && !eager ? "lazy" : "eager"}
      decoding="async"
      onError={() => setFailed(url)}
    />
  );
}
