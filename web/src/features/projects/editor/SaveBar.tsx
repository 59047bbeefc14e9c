import { Button } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/Banner.tsx";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { ariaDisabled } from "../../../ui/ariaDisabled.ts";
import type { Base } from "./base.ts";
import styles from "./SaveBar.module.css";
import { differences } from "./facts.ts";
import type { ProjectFields } from "./form.ts";
import { useFactName } from "./useFactName.ts";

interface Props {
  base: Base;
  busy: boolean;
  /** Why the last save failed. */
  problem: string | undefined;
  onDiscard: () => void;
}

const named = 4;

/** Sticks to the bottom: lists the unsaved fields, with buttons to save or discard them. */
export function SaveBar({ base, busy, problem, onDiscard }: Props) {
  const { t } = useTranslation();
  const factName = useFactName();
  const { control, formState } = useFormContext<ProjectFields>();
  const fields = useWatch({ control, compute: (all: ProjectFields) => all });
  const unsaved = differences(base.fields, fields);
  const isNew = base.version === 0;
  const names = unsaved.slice(0, named).map((fact) => factName(fact, fields, base.fields));
  const more = unsaved.length - names.length;
  const wrong = formState.submitCount > 0 && Object.keys(formState.errors).length > 0;
  return (
    <div className={styles.saveBar}>
      {(problem || wrong) && <Banner tone="bad" title={problem ?? t("editor.save.correct")} />}
      <div className={styles.saveRow}>
        <p className={styles.unsaved} role="status">
          {unsaved.length > 0 && <span className={styles.dot} aria-hidden />}
          <b>
            {unsaved.length === 0
              ? t(isNew ? "editor.save.empty" : "editor.save.nothing")
              : t("editor.save.unsaved", { count: unsaved.length })}
          </b>{" "}
          <span className={styles.names}>
            {names.join(", ")}
            {more > 0 && ` ${t("editor.save.more", { count: more })}`}
          </span>
        </p>
        <Button
          variant="default"
          {...(unsaved.length === 0 || busy ? ariaDisabled : { onClick: onDiscard })}
        >
          {t("editor.save.discard")}
        </Button>
        <BusyButton type="submit" busy={busy} disabled={unsaved.length === 0}>
          {t(isNew ? "editor.save.create" : "editor.save.save")}
        </BusyButton>
      </div>
    </div>
  );
}
