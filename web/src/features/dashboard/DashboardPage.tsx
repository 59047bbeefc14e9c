import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getDashboard, type Dashboard } from "@tonneline/contract/dashboard";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { euros, whole } from "../../lib/format.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import screen from "../../ui/table/ListScreen.module.css";
import { TableSkeleton } from "../../ui/table/TableSkeleton.tsx";
import styles from "./dashboard.module.css";
import { Sales, Stock } from "./Figures.tsx";
import "../../locales/en/dashboard.ts";

const tileNames = ["orders", "overdue", "retirements", "people", "support", "mails"];

/** /management/dashboard: what waits, with the way there; sales and stock. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ["management", "dashboard"],
    queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
    refetchInterval: 60_000,
  });
  return (
    <>
      <div className={screen.head}>
        <h1>{t("dashboard.title")}</h1>
      </div>
      {!data && !error && (
        <div className={styles.page}>
          <div className={styles.tiles} aria-hidden>
            {tileNames.map((name) => (
              <Skeleton key={name} height={104} />
            ))}
          </div>
          <TableSkeleton label={t("dashboard.loading")} />
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={t("dashboard.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <div className={styles.page}>
          <Waiting data={data} />
          {data.sales && <Sales months={data.sales} />}
          {data.stock && <Stock rows={data.stock} />}
        </div>
      )}
    </>
  );
}

function Waiting({ data }: { data: Dashboard }) {
  const { t } = useTranslation();
  const { orders, retirements, people, supportRequests, mails } = data;
  const tiles = [
    orders && {
      count: orders.toApprove,
      text: t("dashboard.toApprove", { count: orders.toApprove }),
      to: "/management/orders",
      search: { tab: "AWAITING_APPROVAL" },
    },
    orders && {
      count: orders.overdue,
      text: t("dashboard.overdue", { count: orders.overdue, sum: euros(orders.overdueGross) }),
      to: "/management/orders",
      search: { tab: "AWAITING_PAYMENT", overdue: "true" },
      late: true,
    },
    retirements && {
      count: retirements.toProcess,
      text: t("dashboard.toProcess", { count: retirements.toProcess }),
      to: "/management/retirements",
      search: { tab: "RETIREMENT_IN_PROGRESS" },
    },
    people && {
      count: people.toAdmit,
      text: t("dashboard.toAdmit", { count: people.toAdmit }),
      to: "/management/users",
      search: {},
    },
    supportRequests && {
      count: supportRequests.open,
      text: t("dashboard.open", { count: supportRequests.open }),
      to: "/management/support-requests",
      search: {},
    },
    mails && {
      count: mails.failed,
      text: t("dashboard.failedMails", { count: mails.failed }),
      to: "/management/mails",
      search: { tab: "FAILED" },
      late: true,
    },
  ].filter((tile) => tile !== null);
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{t("dashboard.waiting")}</h2>
      <ul className={styles.tiles}>
        {tiles.map(({ count, text, to, search, late }) => (
          <li key={text}>
            <Link
              to={to}
              search={search}
              className={`${styles.tile} ${count === 0 ? styles.quiet : ""} ${late && count > 0 ? styles.late : ""}`}
            >
              <b>{whole(count)}</b>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
