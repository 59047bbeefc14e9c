import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, tonnes } from "../../../lib/format.ts";
import styles from "../quotes.module.css";
import { useOffered, useVintages } from "./managed.queries.ts";
import { SearchSelect } from "./SearchSelect.tsx";

/** As typed. */
export interface Line {
  key: number;
  projectId: string | null;
  vintageId: string | null;
  credits: string;
  /** Euros per tonne; blank for the catalogue price. */
  price: string;
}

/** The fields of a line in the request. */
export const lineFields = ["vintageId", "credits", "price"] as const;
export type LineField = (typeof lineFields)[number];

let keys = 0;
/** Returns an empty line with a unique key. */
export const emptyLine = (): Line => ({
  key: ++keys,
  projectId: null,
  vintageId: null,
  credits: "",
  price: "",
});

interface Props {
  line: Line;
  /** Whether the field is invalid, once the form was submitted. */
  isWrong: (field: LineField) => boolean;
  /** Why the server refused the field. */
  refusedAt: (field: LineField) => string | undefined;
  onChange: (line: Line) => void;
  onRemove: (() => void) | undefined;
}

/** One vintage in a quote. */
export function OfferLine({ line, isWrong, refusedAt, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const { data: projects } = useOffered(q);
  const { data: vintages = [] } = useVintages(line.projectId);
  function errorOf(field: LineField) {
    if (!isWrong(field)) return refusedAt(field);
    const isBlank = (line[field] ?? "").trim() === "";
    return t(isBlank ? "quotes.offer.missing" : `quotes.offer.wrong.${field}`);
  }
  return (
    <div className={styles.line}>
      <SearchSelect
        label={t("quotes.offer.project")}
        value={line.projectId}
        onChange={(projectId) => onChange({ ...line, projectId, vintageId: null })}
        onSearch={setQ}
        error={line.projectId === null ? errorOf("vintageId") : undefined}
        data={(projects?.content ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        size="md"
        label={t("quotes.offer.vintage")}
        value={line.vintageId}
        error={errorOf("vintageId")}
        disabled={line.projectId === null}
        comboboxProps={{ zIndex: 1200 }}
        data={vintages.map(({ id, year, availableCredits, price }) => ({
          value: String(id),
          label: t("quotes.offer.stock", {
            year,
            tonnes: tonnes(availableCredits),
            price: price === null ? t("quotes.offer.onRequest") : euros(price),
          }),
        }))}
        onChange={(vintageId) => onChange({ ...line, vintageId })}
      />
      <TextInput
        size="md"
        inputMode="numeric"
        label={t("quotes.column.tonnes")}
        value={line.credits}
        error={errorOf("credits")}
        onChange={({ currentTarget }) => onChange({ ...line, credits: currentTarget.value })}
      />
      <TextInput
        size="md"
        inputMode="decimal"
        label={t("quotes.offer.price")}
        value={line.price}
        error={errorOf("price")}
        onChange={({ currentTarget }) => onChange({ ...line, price: currentTarget.value })}
      />
      {onRemove && (
        <Button variant="subtle" size="sm" onClick={onRemove}>
          {t("quotes.offer.remove")}
        </Button>
      )}
    </div>
  );
}
