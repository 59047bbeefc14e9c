import { Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { typedPercent } from "@tonneline/contract/percents";
import { priceRule, type PriceRule } from "@tonneline/contract/prices";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { Banner } from "../../ui/Banner.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { ChangeDialog } from "./ChangeDialog.tsx";
import styles from "./prices.module.css";
import { usePricePreview } from "./prices.queries.ts";

// The pause in typing before a preview is requested.
const previewAfterMs = 300;

const readers = { PERCENT: typedPercent, EUROS: typedEuros };

/**
 * Parses a signed number, as some keyboards type a dash for the minus; the digits are parsed as everywhere for the kind,
 * NaN if invalid.
 */
function typedChange(kind: PriceRule["kind"], text: string): number {
  const amount = readers[kind](text.trim().replace(/^[-−–+]/, "")) ?? Number.NaN;
  return /^\s*[-−–]/.test(text) ? -amount : amount;
}

/** Changes the prices of the selected vintages by a percentage or an amount in euros. */
export function RuleDialog({
  ids,
  onClose,
}: {
  ids: readonly number[];
  onClose: (acted?: boolean) => void;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<PriceRule["kind"]>("PERCENT");
  const [typed, setTyped] = useState("");
  const by = typedChange(kind, typed);
  const rule = typed.trim() === "" ? undefined : priceRule.safeParse({ kind, by });
  const [debounced] = useDebouncedValue(rule?.data, previewAfterMs, { leading: false });
  const current = debounced?.by === by && debounced.kind === kind ? debounced : undefined;
  const { data, error, isLoading, refetch } = usePricePreview(current, ids);
  const wrong = rule && !rule.success ? t("prices.dialog.byWrong") : undefined;

  function missing(): string | undefined {
    if (!rule) return t("prices.dialog.byMissing");
    if (wrong) return wrong;
    if (error) return t("prices.dialog.previewFailed", { reason: reasonOf(error) });
    if (!data) return t("prices.dialog.waiting");
    return data.rows.length === 0 ? t("prices.dialog.nothing") : undefined;
  }
  return (
    <ChangeDialog
      title={t("prices.change", { count: ids.length })}
      preview={data}
      missing={missing()}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <div className={styles.rule}>
            <SelectField
              label={t("prices.dialog.kind")}
              data={(["PERCENT", "EUROS"] as const).map((value) => ({
                value,
                label: t(`prices.dialog.${value}`),
              }))}
              value={kind}
              onChange={({ currentTarget }) => setKind(currentTarget.value as PriceRule["kind"])}
            />
            <TextInput
              data-autofocus
              inputMode="decimal"
              label={t("prices.dialog.by")}
              description={t("prices.dialog.byHelp")}
              error={wrong ?? (tried && !rule)}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
          {isLoading && (
            <Skeleton height={120} role="status" aria-label={t("prices.dialog.waiting")} />
          )}
          {error && (
            <Banner
              tone="bad"
              title={t("prices.dialog.previewFailed", { reason: reasonOf(error) })}
              action={{ label: t("app.error.tryAgain"), onClick: () => void refetch() }}
            />
          )}
        </>
      )}
    </ChangeDialog>
  );
}
