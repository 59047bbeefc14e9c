import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { useDeferredValue, useState } from "react";
import { coverAddress, isDrawn } from "../../ui/CoverArt.tsx";

interface Props {
  project: Pick<ProjectSummary, "id" | "images" | "projectType"> & {
    countries?: readonly string[];
  };
  size: "small" | "medium" | "large";
  /** Which of the pictures. */
  index?: number;
  /** In sight at once: not to be put off. */
  eager?: boolean;
}

/**
 * The picture of a project, or the drawing made from its number, type and country when there is none or it does not load.
 * Decoration where the name stands beside it. The frame around it sets its size.
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
  // A drawing takes longer than all else of a card: those out of sight are made when the browser has time between them.
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
