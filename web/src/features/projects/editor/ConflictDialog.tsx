import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogFrame, DialogText } from "../../../ui/DialogFrame.tsx";
import dialog from "../../../ui/FormDialog.module.css";
import type { Conflict } from "./conflict.ts";
import styles from "./ConflictDialog.module.css";
import { keyOf } from "./facts.ts";
import type { ProjectFields } from "./form.ts";
import { useFactName, useFactText } from "./useFactName.ts";
import { useRestoredFocus } from "../../../ui/useRestoredFocus.ts";

type Side = "mine" | "theirs";

interface Props {
  mine: ProjectFields;
  theirs: ProjectFields;
  conflicts: readonly Conflict[];
  /** A sentence naming who saved it meanwhile. */
  who: string;
  /** Receives the keys of the facts to take from their version; the rest stays as typed. */
  onSettle: (takeTheirs: ReadonlySet<string>) => void;
  /** Returns to the form, keeping all input and resolving nothing. */
  onClose: () => void;
}

/** Preselects the side that changed a fact; facts changed by both have to be chosen. */
function proposal(conflicts: readonly Conflict[]): Record<string, Side | undefined> {
  const sides = { me: "mine", them: "theirs", both: undefined } as const;
  return Object.fromEntries(
    conflicts.map(({ fact, changedBy }) => [keyOf(fact), sides[changedBy]]),
  );
}

/** Compares two versions side by side, field by field. */
export function ConflictDialog({ mine, theirs, conflicts, who, onSettle, onClose }: Props) {
  const { t } = useTranslation();
  useRestoredFocus();
  const [chosen, setChosen] = useState(() => proposal(conflicts));
  const open = conflicts.filter(({ fact }) => chosen[keyOf(fact)] === undefined).length;
  const takeAll = (side: Side) =>
    setChosen(Object.fromEntries(conflicts.map(({ fact }) => [keyOf(fact), side])));

  return (
    <DialogFrame
      opened
      size="xl"
      onClose={onClose}
      title={t("editor.conflict.title")}
      closeOnClickOutside={false}
    >
      <div className={dialog.fields}>
        <DialogText>
          {who} {t("editor.conflict.text")}
        </DialogText>
        <div className={styles.takeAll}>
          <Button variant="default" size="sm" onClick={() => takeAll("mine")}>
            {t("editor.conflict.allMine")}
          </Button>
          <Button variant="default" size="sm" onClick={() => takeAll("theirs")}>
            {t("editor.conflict.allTheirs")}
          </Button>
        </div>
        <div className={styles.versions}>
          {conflicts.map((conflict) => {
            const key = keyOf(conflict.fact);
            return (
              <FactChoice
                key={key}
                {...{ mine, theirs, conflict }}
                chosen={chosen[key]}
                onChoose={(side) => setChosen({ ...chosen, [key]: side })}
              />
            );
          })}
        </div>
      </div>
      <footer className={dialog.foot}>
        <span role="status">{open > 0 && t("editor.conflict.open", { count: open })}</span>
        <Button variant="default" onClick={onClose}>
          {t("editor.conflict.back")}
        </Button>
        <Button
          disabled={open > 0}
          onClick={() =>
            onSettle(new Set(Object.keys(chosen).filter((key) => chosen[key] === "theirs")))
          }
        >
          {t("editor.conflict.settle")}
        </Button>
      </footer>
    </DialogFrame>
  );
}

interface FactChoiceProps {
  mine: ProjectFields;
  theirs: ProjectFields;
  conflict: Conflict;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

/** One fact in both versions. */
function FactChoice({ mine, theirs, conflict, chosen, onChoose }: FactChoiceProps) {
  const { t } = useTranslation();
  const factName = useFactName();
  const factText = useFactText();
  const { fact, changedBy } = conflict;
  const sides = [
    { side: "mine" as const, fields: mine },
    { side: "theirs" as const, fields: theirs },
  ];
  return (
    <fieldset className={styles.version}>
      <legend>
        <b>{factName(fact, mine, theirs)}</b>{" "}
        <span>{t(`editor.conflict.changedBy.${changedBy}`)}</span>
      </legend>
      <div className={styles.sides}>
        {sides.map(({ side, fields }) => (
          <label key={side}>
            <input
              type="radio"
              name={keyOf(fact)}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <span className={styles.side}>{t(`editor.conflict.${side}`)}</span>
            <span className={styles.value}>
              {factText(fact, fields) || t("editor.conflict.empty")}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
