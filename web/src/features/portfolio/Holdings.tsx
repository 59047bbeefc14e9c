import {
  holdingGroups,
  type Holding,
  type HoldingGroup,
  type listHoldings,
} from "@tonneline/contract/portfolio";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { maxHoldingsAtOnce } from "@tonneline/contract/retirements";
import type { TFunction } from "i18next";
import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { failureOf } from "../../lib/failure.ts";
import { tonnes } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import tableStyles from "../../ui/table/ListScreen.module.css";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { TableSearchField } from "../../ui/table/TableSearchField.tsx";
import waitingStyles from "../../ui/waiting.module.css";
import { filteredBy, initialSearch, type TableSearch } from "../../lib/tableSearch.ts";
import { useTableSearch, type ChangeTable } from "../../lib/useTableSearch.ts";
import { useMayForCompany } from "../company/company.queries.ts";
import { useBuyAgain } from "../orders/useBuyAgain.ts";
import { holdingColumns, retireBlockReason } from "./columns.tsx";
import { chosenOf, holdingsSpec, queryOf } from "./holdings.ts";
import styles from "./portfolio.module.css";
import { useHoldings } from "./portfolio.queries.ts";

type HoldingPage = ResponseOf<typeof listHoldings>;
type Retire = (holdings: readonly Holding[]) => void;

/** The holdings by vintage: searchable, sortable, paged, and available for retirement. */
export function Holdings({ onRetire }: { onRetire: Retire }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, change] = useTableSearch(holdingsSpec);
  const { data, error, isPlaceholderData, refetch } = useHoldings(queryOf(search));
  const waiting = !data && !error;
  const buyAgain = useBuyAgain();
  const actions = useMayForCompany("buy")
    ? {
        onRetire: (holding: Holding) => onRetire([holding]),
        onBuyAgain: ({ vintageId, lastBought }: Holding) =>
          buyAgain([{ vintageId, credits: lastBought }]),
      }
    : undefined;
  const rows = data?.content ?? [];
  // Keyed by vintage, including those of other pages.
  const [chosen, setChosen] = useState<ReadonlyMap<number, Holding>>(new Map());
  return (
    <section aria-labelledby="portfolio-holdings" className={styles.holdings}>
      <div className={styles.holdingsHead}>
        <h2 id="portfolio-holdings">{t("portfolio.holdings.title")}</h2>
        <HoldingTools search={search} years={data?.years ?? []} onChange={change} />
      </div>
      {!data && error && (
        <ErrorState
          title={t("portfolio.holdings.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {waiting && <div role="status" aria-label={t("portfolio.holdings.waiting")} />}
      {data && data.content.length === 0 && (
        <EmptyState
          title={t("portfolio.holdings.none")}
          text={t("portfolio.holdings.noneText")}
          action={{
            label: t("portfolio.holdings.showAll"),
            onClick: () => change(initialSearch(holdingsSpec)),
          }}
        />
      )}
      {(waiting || (data && data.content.length > 0)) && (
        <div className={`${tableStyles.frame} ${waiting ? waitingStyles.late : ""}`}>
          {chosen.size > 0 && (
            <ChosenHoldings
              chosen={[...chosen.values()]}
              onRetire={onRetire}
              onClear={() => setChosen(new Map())}
            />
          )}
          <DataTable
            roomy
            className={styles.table}
            caption={t("portfolio.holdings.caption")}
            columns={holdingColumns(t, actions)}
            rows={rows}
            waiting={waiting}
            groupOf={groupOf(t, search.filters.group, data?.groups ?? [])}
            idOf={({ vintageId }) => vintageId}
            selectLabel={
              actions &&
              (({ projectName, year }) =>
                t("portfolio.holdings.select", { project: projectName, year }))
            }
            lockReason={(holding) => retireBlockReason(t, holding)}
            selected={new Set(chosen.keys())}
            onSelect={(ids) => setChosen(chosenOf(ids, rows, chosen))}
            search={search}
            onChange={change}
            onRow={({ projectId }) =>
              void navigate({ to: paths.project, params: { id: String(projectId) } })
            }
            stale={isPlaceholderData}
          />
          {data && <TablePager total={data.totalElements} search={search} onChange={change} />}
        </div>
      )}
    </section>
  );
}

/** Returns the group of a row: the heading above its first row on the page, with the totals of the whole group. */
function groupOf(t: TFunction, by: string | undefined, groups: HoldingPage["groups"]) {
  if (!by) return undefined;
  return (holding: Holding) => {
    const key = {
      project: String(holding.projectId),
      claim: holding.claimType,
      year: String(holding.year),
    }[by as HoldingGroup];
    const name = {
      project: holding.projectName,
      claim: t(`portfolio.claims.${holding.claimType}`),
      year: String(holding.year),
    }[by as HoldingGroup];
    const group = groups.find((each) => each.key === key);
    const sums = group && {
      count: group.holdings,
      bought: tonnes(group.purchased),
      held: tonnes(group.available),
    };
    return {
      key,
      head: (
        <>
          <b>{name}</b> {sums && t("portfolio.holdings.groupSums", sums)}
        </>
      ),
    };
  };
}

function HoldingTools(props: {
  search: TableSearch;
  years: readonly number[];
  onChange: ChangeTable;
}) {
  const { search, years, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <TableSearchField
        label={t("portfolio.holdings.search")}
        search={search}
        onChange={onChange}
      />
      <SelectField
        size="sm"
        aria-label={t("portfolio.holdings.vintage")}
        value={search.filters.year ?? ""}
        data={[
          { value: "", label: t("portfolio.holdings.allVintages") },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
        ]}
        onChange={({ currentTarget }) => onChange(filteredBy(search, "year", currentTarget.value))}
      />
      <SelectField
        size="sm"
        aria-label={t("portfolio.holdings.creditType")}
        value={search.filters.creditType ?? ""}
        data={[
          { value: "", label: t("portfolio.holdings.allTypes") },
          { value: "EX_POST", label: t("portfolio.holdings.EX_POST") },
          { value: "EX_ANTE", label: t("portfolio.holdings.EX_ANTE") },
        ]}
        onChange={({ currentTarget }) =>
          onChange(filteredBy(search, "creditType", currentTarget.value))
        }
      />
      <SelectField
        size="sm"
        aria-label={t("portfolio.holdings.groupBy")}
        value={search.filters.group ?? ""}
        data={[
          { value: "", label: t("portfolio.holdings.ungrouped") },
          ...holdingGroups.map((group) => ({
            value: group,
            label: t(`portfolio.holdings.groups.${group}`),
          })),
        ]}
        onChange={({ currentTarget }) => onChange(filteredBy(search, "group", currentTarget.value))}
      />
    </div>
  );
}

/** The tonnes of the selected holdings, and the button to retire them. */
function ChosenHoldings(props: {
  chosen: readonly Holding[];
  onRetire: Retire;
  onClear: () => void;
}) {
  const { chosen, onRetire, onClear } = props;
  const { t } = useTranslation();
  const amount = tonnes(chosen.reduce((sum, { available }) => sum + available, 0));
  return (
    <SelectionBar
      count={chosen.length}
      sum={
        <>
          {t("portfolio.holdings.toRetire", { amount })}{" "}
          {chosen.length === maxHoldingsAtOnce &&
            t("portfolio.holdings.most", { count: maxHoldingsAtOnce })}
        </>
      }
      onClear={onClear}
    >
      <Button size="sm" color="mint.4" c="navy.9" onClick={() => onRetire(chosen)}>
        {t("portfolio.holdings.retireAll", { amount })}
      </Button>
    </SelectionBar>
  );
}
