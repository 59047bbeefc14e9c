import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import waiting from "../../ui/waiting.module.css";
import { LoadError } from "../catalogue/LoadError.tsx";
import { useCompared } from "./compare.queries.ts";
import { Comparison } from "./Comparison.tsx";
import { useComparedIds } from "./useComparedIds.ts";
import "../../locales/en/cart.ts";
import "../../locales/en/catalogue.ts";
import "../../locales/en/projectPage.ts";
import "../../locales/en/compare.ts";

/** Two to six vintages side by side; the URL holds their ids. */
export function ComparePage() {
  const { t } = useTranslation();
  const [ids, change] = useComparedIds();
  const compared = useCompared(ids);
  function keep(next: readonly number[]) {
    // The focused table is removed with the last pair.
    if (next.length < 2) document.querySelector("main")?.focus();
    change(next);
  }
  const list = { label: t("compare.toList"), to: paths.spot };
  if (ids.length < 2)
    return (
      <EmptyState isPage title={t("compare.tooFew")} text={t("compare.tooFewText")} action={list} />
    );
  if (compared.data) {
    // A removed column disappears at once, before the response without it arrives.
    const vintages = compared.data.content.filter(({ id }) => ids.includes(id));
    if (vintages.length === 0)
      return <EmptyState isPage title={t("compare.gone", { count: ids.length })} action={list} />;
    const missing = compared.isPlaceholderData ? 0 : ids.length - vintages.length;
    return <Comparison vintages={vintages} ids={ids} missing={missing} onChange={keep} />;
  }
  if (compared.isError)
    return (
      <LoadError
        isPage
        title={t("compare.failed")}
        error={compared.error}
        onRetry={() => void compared.refetch()}
        back={list}
      />
    );
  return (
    <div className={waiting.late} aria-busy role="status" aria-label={t("compare.loading")}>
      <Skeleton height={34} width={280} mb={24} />
      <Skeleton height={220} mb={8} />
      <Skeleton height={520} />
    </div>
  );
}
