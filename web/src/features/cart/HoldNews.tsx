import { useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CartVintage } from "./cart.model.ts";
import { holdAt, type Hold } from "./hold.ts";
import { useNow } from "../../lib/useNow.ts";

/**
 * Politely announces to screen readers, once each, that a hold is running out, that it has expired, and that it was
 * renewed.
 */
export function HoldNews({ rows }: { rows: CartVintage[] }) {
  const { t } = useTranslation();
  const now = useNow();
  const known = useRef(new Map<number, Hold["state"]>());
  const [news, setNews] = useState("");

  useEffect(() => {
    const sentences = rows.flatMap((row) => {
      const { state } = holdAt(row.reservedTo, now);
      const before = known.current.get(row.vintageId);
      known.current.set(row.vintageId, state);
      if (before === undefined || before === state) return [];
      return [t(`cart.hold.${state}News`, { year: row.year, project: row.projectName })];
    });
    if (sentences.length > 0) setNews(sentences.join(" "));
  }, [rows, now, t]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {news}
    </VisuallyHidden>
  );
}
