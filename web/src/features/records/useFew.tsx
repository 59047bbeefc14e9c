import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const few = 6;

/** The first of many rows, and a button that shows the others, unless there are no more. */
export function useFew<Row>(rows: readonly Row[]) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const hides = !all && rows.length > few;
  return {
    shown: hides ? rows.slice(0, few) : rows,
    more: hides && (
      <Button size="compact-sm" variant="subtle" ml={-16} onClick={() => setAll(true)}>
        {t("records.all", { count: rows.length })}
      </Button>
    ),
  };
}
