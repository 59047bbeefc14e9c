import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { failureOf } from "../../lib/failure.ts";
import { TablePager } from "../../ui/table/TablePager.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import { OrderTable } from "./OrderTable.tsx";
import styles from "./tables.module.css";
import { useOrders } from "./orders.queries.ts";
import { listQuery, noSearch } from "./orders.search.ts";
import { OrdersSkeleton } from "./OrderSkeletons.tsx";
import { useOrderSearch } from "./useOrderSearch.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/table.ts";

/** /user/settings/orders: the buyer's orders, newest first. */
export function OrdersPage() {
  const { t } = useTranslation();
  const [search, change] = useOrderSearch();
  const {
    data: page,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useOrders(listQuery(search));
  const untouched = search.filter === "all" && search.q === "" && !search.mine;

  if (!page && error) {
    return (
      <ErrorState title={t("orders.failed")} {...failureOf(error)} onRetry={() => void refetch()} />
    );
  }
  if (page && page.totalElements === 0 && untouched && !isPlaceholderData) {
    return (
      <EmptyState
        title={t("orders.empty.title")}
        text={t("orders.empty.text")}
        action={{ label: t("orders.empty.action"), to: paths.spot }}
      />
    );
  }
  return (
    <>
      <OrderFilters search={search} counts={page?.counts} onChange={change} />
      {!page && <OrdersSkeleton />}
      {page && page.content.length === 0 && (
        <EmptyState
          title={t("orders.none.title")}
          text={t("orders.none.text")}
          action={{ label: t("orders.none.action"), onClick: () => change(noSearch) }}
        />
      )}
      {page && page.content.length > 0 && (
        <div className={styles.wrap}>
          {isFetching && isPlaceholderData && <div className={styles.loadingBar} />}
          <OrderTable
            orders={page.content}
            search={search}
            onChange={change}
            stale={isPlaceholderData}
          />
          <TablePager
            total={page.totalElements}
            search={search}
            onChange={change}
            few={t("orders.count", { count: page.totalElements })}
            note={t("orders.includeVat")}
          />
        </div>
      )}
    </>
  );
}
