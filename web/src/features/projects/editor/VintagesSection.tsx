import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AddButton } from "./AddButton.tsx";
import { CreditsDialog } from "./CreditsDialog.tsx";
import { DeleteVintageDialog } from "./DeleteVintageDialog.tsx";
import vintageGrid from "./VintageGrid.module.css";
import styles from "./editor.module.css";
import { newVintage, type ProjectFields } from "./form.ts";
import { Section } from "./Section.tsx";
import { VintageGrid } from "./VintageGrid.tsx";

interface Props {
  /** The saved vintages. */
  saved: readonly ManagedVintage[];
  /** Called after credits of a vintage were moved. */
  onMoved: (vintage: ManagedVintage) => void;
  onDeleted: (vintageId: number) => void;
}

/**
 * The grid of vintages. Moving credits and deleting vintages take effect at once, after a confirmation; the rest waits for
 * the save.
 */
export function VintagesSection({ saved, onMoved, onDeleted }: Props) {
  const { t } = useTranslation();
  const rows = useFieldArray<ProjectFields, "vintages">({ name: "vintages" });
  const [openDialog, setOpenDialog] = useState<{
    type: "credits" | "delete";
    vintage: ManagedVintage;
  }>();
  const [detailed, setDetailed] = useState(false);
  const savedAt = (index: number) => saved.find(({ id }) => id === rows.fields[index]?.vintageId);
  // The current version: someone else may change it while the dialog is open.
  const openVintage = saved.find(({ id }) => id === openDialog?.vintage.id) ?? openDialog?.vintage;
  const close = () => setOpenDialog(undefined);

  function ask(type: "credits" | "delete", index: number): void {
    const vintage = savedAt(index);
    if (vintage) setOpenDialog({ type, vintage });
    else if (type === "delete") rows.remove(index);
  }

  return (
    <Section
      id="vintages"
      fixesItself
      aside={
        <GridActions
          detailed={rows.fields.length > 0 ? detailed : undefined}
          onDetailed={setDetailed}
          onAdd={() =>
            rows.append(newVintage(), { focusName: `vintages.${rows.fields.length}.year` })
          }
        />
      }
    >
      {rows.fields.length === 0 ? (
        <p className={styles.quiet}>{t("editor.vintages.none")}</p>
      ) : (
        <>
          <VintageGrid
            rows={rows}
            saved={saved}
            detailed={detailed}
            onRemove={(index) => ask("delete", index)}
            onCredits={(index) => ask("credits", index)}
          />
          <p className={styles.quiet}>{t("editor.vintages.note")}</p>
        </>
      )}
      {openDialog?.type === "credits" && openVintage && (
        <CreditsDialog
          vintage={openVintage}
          onMoved={(vintage) => {
            close();
            onMoved(vintage);
          }}
          onClose={close}
        />
      )}
      {openDialog?.type === "delete" && (
        <DeleteVintageDialog
          vintage={openDialog.vintage}
          onDeleted={() => {
            close();
            rows.remove(
              rows.fields.findIndex(({ vintageId }) => vintageId === openDialog.vintage.id),
            );
            onDeleted(openDialog.vintage.id);
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface GridActionsProps {
  /** Whether the details are open; undefined while no row has any. */
  detailed: boolean | undefined;
  onDetailed: (detailed: boolean) => void;
  onAdd: () => void;
}

function GridActions({ detailed, onDetailed, onAdd }: GridActionsProps) {
  const { t } = useTranslation();
  const Chevron = detailed ? IconChevronUp : IconChevronDown;
  return (
    <div className={vintageGrid.vintageActions}>
      {detailed !== undefined && (
        <Button
          variant="subtle"
          size="sm"
          aria-expanded={detailed}
          rightSection={<Chevron size={16} stroke={1.8} aria-hidden />}
          onClick={() => onDetailed(!detailed)}
        >
          {t("editor.vintages.details")}
        </Button>
      )}
      <AddButton label={t("editor.vintages.add")} onClick={onAdd} />
    </div>
  );
}
