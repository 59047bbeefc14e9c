import { TextInput, VisuallyHidden } from "@mantine/core";
import {
  importFields,
  type FieldSource,
  type ImportFile,
  type ImportFileKind,
  type ImportMapping,
} from "@tonneline/contract/imports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/SelectField.tsx";
import styles from "./imports.module.css";

interface Props {
  kind: ImportFileKind;
  file: ImportFile;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
  locked: boolean;
  /** The errors that the server reported, by path. */
  errors: readonly { path: string; message: string }[];
}

// Option values that no column header can equal: the first is blank, the second starts with a control character.
const nowhere = "";
const sameForAll = "\u0001same";

/** Maps a file's columns to fields. A file in a known format is mapped already and shows the mapping only on request. */
export function ColumnChoice({ kind, file, mapping, onChange, locked, errors }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(!file.known);
  const sources: Partial<Record<string, FieldSource>> = mapping[kind] ?? {};
  const fields = Object.entries(importFields[kind]);
  const ofKind = errors.filter(({ path }) => path.startsWith(`mapping.${kind}.`));
  const chosen = fields.filter(([field]) => sources[field]).length;
  const set = (field: string, source: FieldSource | undefined) => {
    const { [field]: _, ...others } = sources;
    onChange({ ...mapping, [kind]: source ? { ...others, [field]: source } : others });
  };
  return (
    <details
      className={styles.choice}
      open={shown || ofKind.length > 0}
      onToggle={(event) => setShown(event.currentTarget.open)}
    >
      <summary>
        <h3>{t(`imports.file.${kind}`)}</h3>
        <span className={styles.help}>
          {file.known
            ? t("imports.allKnown")
            : t(file.remembered ? "imports.chosenBefore" : "imports.chosen", {
                count: chosen,
                of: fields.length,
              })}
        </span>
      </summary>
      <table className={styles.columns}>
        <VisuallyHidden component="caption">{t(`imports.columnsOf.${kind}`)}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{t("imports.field.head")}</th>
            <th scope="col">{t("imports.source")}</th>
            <th scope="col">{t("imports.example")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([field, { required }]) => (
            <FieldRow
              key={field}
              field={field}
              required={required}
              file={file}
              source={sources[field]}
              error={ofKind.find(({ path }) => path === `mapping.${kind}.${field}`)?.message}
              locked={locked}
              onChange={(source) => set(field, source)}
            />
          ))}
        </tbody>
      </table>
    </details>
  );
}

function FieldRow(props: {
  field: string;
  required: boolean;
  file: ImportFile;
  source: FieldSource | undefined;
  error: string | undefined;
  locked: boolean;
  onChange: (source: FieldSource | undefined) => void;
}) {
  const { field, required, file, source, error, locked, onChange } = props;
  const { t } = useTranslation();
  // An empty text for all rows is not a source yet: the server would refuse it.
  const [typing, setTyping] = useState(false);
  const fixed = typing || (source !== undefined && "value" in source);
  const label = t(`imports.field.${field as "name"}`);
  const column = source && "column" in source ? source.column : undefined;
  const place = column === undefined ? -1 : file.columns.indexOf(column);
  const examples = [...new Set(file.sample.map((cells) => cells[place] ?? "").filter(Boolean))];
  return (
    <tr>
      <th scope="row">
        {label}
        {required && <span className={styles.required}> {t("imports.required")}</span>}
      </th>
      <td>
        <SelectField
          size="sm"
          aria-label={t("imports.columnFor", { field: label })}
          disabled={locked}
          error={fixed ? undefined : error}
          value={fixed ? sameForAll : (column ?? nowhere)}
          data={[
            { value: nowhere, label: t("imports.nowhere") },
            { value: sameForAll, label: t("imports.sameForAll") },
            ...file.columns.map((value) => ({ value, label: value })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setTyping(value === sameForAll);
            onChange(value === nowhere || value === sameForAll ? undefined : { column: value });
          }}
        />
        {fixed && (
          <TextInput
            size="sm"
            mt={4}
            aria-label={t("imports.textFor", { field: label })}
            placeholder={t("imports.text")}
            maxLength={300}
            disabled={locked}
            error={error}
            value={source && "value" in source ? source.value : ""}
            onChange={({ currentTarget: { value } }) => {
              setTyping(true);
              onChange(value.trim() ? { value } : undefined);
            }}
          />
        )}
      </td>
      <td className={styles.examples}>{examples.slice(0, 3).join(" · ")}</td>
    </tr>
  );
}
