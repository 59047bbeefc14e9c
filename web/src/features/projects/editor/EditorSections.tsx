import type { ManagedProject } from "@tonneline/contract/projects";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import type { RefObject } from "react";
import { useWatch } from "react-hook-form";
import { Unsaved } from "../../../ui/unsaved.ts";
import { BasicsSection, ClassificationSection } from "./BasicsSections.tsx";
import { DocumentsSection } from "./DocumentsSection.tsx";
import styles from "./editor.module.css";
import type { ProjectFields } from "./form.ts";
import { HistorySection } from "./HistorySection.tsx";
import { ImagesSection } from "./ImagesSection.tsx";
import { LabelsSection } from "./LabelsSection.tsx";
import { MediaSection } from "./MediaSection.tsx";
import { FinancingSection, SponsoringSection } from "./OfferSections.tsx";
import { SectionNav } from "./SectionNav.tsx";
import { RecordSection } from "./RecordSection.tsx";
import { VintagesSection } from "./VintagesSection.tsx";

interface Props {
  project: ManagedProject | undefined;
  /** Saved outside the form: credits of a vintage were moved, or it was deleted. */
  onMoved: (vintage: ManagedVintage) => void;
  onDeleted: (id: number) => void;
  onNoted: () => void;
  /** Above 0 while the history has an entry that was not added. */
  typedEntry: RefObject<number>;
}

/** The whole form, with links to its sections. */
export function EditorSections({ project, onMoved, onDeleted, onNoted, typedEntry }: Props) {
  const [vintages, labels] = useWatch<ProjectFields, ["vintages", "labels"]>({
    name: ["vintages", "labels"],
  });
  return (
    <>
      <SectionNav
        counts={{
          vintages: vintages.length,
          images: project?.images.length ?? 0,
          documents: project?.documents.length ?? 0,
          labels: labels.length,
          history: project?.changes.length ?? 0,
        }}
      />
      <div className={styles.sections}>
        <BasicsSection />
        <ClassificationSection />
        <VintagesSection saved={project?.vintages ?? []} onMoved={onMoved} onDeleted={onDeleted} />
        <ImagesSection />
        <DocumentsSection documents={project?.documents ?? []} />
        <MediaSection />
        <LabelsSection />
        <RecordSection />
        <FinancingSection />
        <SponsoringSection />
        <Unsaved value={typedEntry}>
          <HistorySection changes={project?.changes ?? []} onNoted={onNoted} />
        </Unsaved>
      </div>
    </>
  );
}
