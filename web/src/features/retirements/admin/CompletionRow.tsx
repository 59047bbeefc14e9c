import { TextInput } from "@mantine/core";
import { IconClock, IconRosetteDiscountCheck } from "@tabler/icons-react";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { memo, useId } from "react";
import { useTranslation } from "react-i18next";
import { day, today, tonnes } from "../../../lib/format.ts";
import { code } from "../../../ui/Facts.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import styles from "./completeMany.module.css";
import type { Completion } from "./completion.ts";
import { columns } from "./pasted.ts";

export const columnLabels = {
  serialNumberFrom: "from",
  serialNumberTo: "to",
  registryUrl: "registryLink",
  retiredAt: "date",
} as const;

interface Props {
  retirement: ManagedRetirement;
  entry: Completion;
  /** It has been completed or entered: the input is shown read-only. */
  isDone: boolean;
  /** Once entered, it waits for another operator's confirmation, and is not retired before. */
  needsConfirmation: boolean;
  /** The error of each field, in words. */
  errors: Partial<Record<keyof Completion, string>>;
  /** Why the row as a whole was rejected. */
  failure: string | undefined;
  busy: boolean;
  isFirst: boolean;
  onChange: (id: number, part: Partial<Completion>) => void;
}

/** One of many retirements: its facts, and the fields that complete it. */
export const CompletionRow = memo(function CompletionRow(props: Props) {
  const { retirement, entry, isDone, needsConfirmation, errors, failure, busy, isFirst, onChange } =
    props;
  const { t } = useTranslation();
  const label = useId();
  const { id, quantity, projectName, year, companyName, registry } = retirement;
  return (
    <div
      role="group"
      aria-labelledby={label}
      className={styles.row}
      data-row={id}
      {...(failure && { "data-failed": true, "aria-describedby": `${label}-why` })}
    >
      <div id={label} className={styles.what}>
        <b>{t("managedRetirements.dialog.amount", { id, tonnes: tonnes(quantity) })}</b>
        <span>{t("managedRetirements.dialog.vintage", { project: projectName, year })}</span>
        <span className={styles.soft}>
          {companyName} · {registry.name}
        </span>
      </div>
      {isDone ? (
        <Done entry={entry} needsConfirmation={needsConfirmation} />
      ) : (
        columns.map((name) => (
          <TextInput
            key={name}
            size="sm"
            classNames={{ label: styles.label, error: styles.error }}
            label={t(`managedRetirements.dialog.${columnLabels[name]}`)}
            {...(name === "retiredAt" && { type: "date", max: today() })}
            {...(name === "registryUrl" && { type: "url" })}
            {...(isFirst && name === "serialNumberFrom" && { "data-autofocus": true })}
            autoComplete="off"
            data-column={name}
            maxLength={name === "registryUrl" ? 500 : 200}
            readOnly={busy}
            // A serial number may be longer than its field.
            title={entry[name]}
            value={entry[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => onChange(id, { [name]: currentTarget.value })}
          />
        ))
      )}
      {failure && (
        <p id={`${label}-why`} className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  );
});

/** The entered data, and whether the retirement is thereby complete. */
function Done({ entry, needsConfirmation }: Pick<Props, "entry" | "needsConfirmation">) {
  const { t } = useTranslation();
  const { serialNumberFrom, serialNumberTo, retiredAt } = entry;
  const state = needsConfirmation
    ? ({ tone: "wait", icon: IconClock, label: t("managedRetirements.toConfirm") } as const)
    : ({
        tone: "done",
        icon: IconRosetteDiscountCheck,
        label: t("retirements.status.RETIRED"),
      } as const);
  return (
    <p className={styles.done}>
      <StatusBadge {...state} dense /> {code(serialNumberFrom)} – {code(serialNumberTo)},{" "}
      {day(retiredAt)}
    </p>
  );
}
