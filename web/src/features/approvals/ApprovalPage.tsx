import { Link, useParams } from "@tanstack/react-router";
import type { Approval } from "@tonneline/contract/approvals";
import { useTranslation } from "react-i18next";
import { failureOf, isNotFound } from "../../lib/failure.ts";
import { dateTime, euros, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Crumbs } from "../../ui/Crumbs.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { Panel } from "../../ui/Panel.tsx";
import { useUsername } from "../../lib/session.ts";
import { useMayForCompany } from "../company/company.queries.ts";
import { InvoiceTo } from "../company/InvoiceTo.tsx";
import { NoAccessNotice } from "../company/NoAccessNotice.tsx";
import { OrderItems } from "../orders/OrderItems.tsx";
import { OrderSkeleton } from "../orders/OrderSkeletons.tsx";
import styles from "./approvals.module.css";
import { useApproval } from "./approvals.queries.ts";
import { ApprovalStatusBadge } from "./ApprovalStatusBadge.tsx";
import { BudgetPanel } from "./BudgetPanel.tsx";
import { Changes } from "./Changes.tsx";
import { Decision } from "./Decision.tsx";
import { Hold } from "./Hold.tsx";
import { useNoApproverText } from "./useNoApproverText.ts";
import "../../locales/en/approvals.ts";
import "../../locales/en/cart.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/reports.ts";
import "../../locales/en/table.ts";

/** /cart/requests/{id}: a colleague's request to order, to decide on or to follow. */
export function ApprovalPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/members/cart/requests/$id" });
  const { data: approval, error, refetch } = useApproval(id);
  usePageTitle(t("approvals.one", { id }));
  if (useMayForCompany("orders") === false) return <NoAccessNotice isPage />;
  if (isNotFound(error)) {
    const action = { label: t("approvals.toRequests"), to: paths.requests };
    const text = t("orders.one.missingText");
    return <EmptyState isPage title={t("approvals.missing")} text={text} action={action} />;
  }
  return (
    <>
      <Crumbs label={t("approvals.crumbs")}>
        <Link to={paths.cart} activeOptions={{ exact: true }}>
          {t("approvals.cart")}
        </Link>
        <Link to={paths.requests} activeOptions={{ exact: true }}>
          {t("approvals.title")}
        </Link>
      </Crumbs>
      {!approval && !error && <OrderSkeleton />}
      {!approval && error && (
        <ErrorState
          isPage
          title={t("approvals.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {approval && <FullApproval approval={approval} />}
    </>
  );
}

function FullApproval({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { id, mayDecide, requester, details, status } = approval;
  const noApproverText = useNoApproverText();
  const isOwn = requester.username === useUsername();
  const title = mayDecide
    ? t(approval.totalCredits > 0 ? "approvals.asks" : "approvals.asksReports", {
        name: requester.name,
        tonnes: tonnes(approval.totalCredits),
        total: euros(approval.totalPriceGross),
      })
    : t("approvals.yours", { id });
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        <ApprovalStatusBadge status={status} forYou={mayDecide} />
      </div>
      <p className={styles.sent}>{t("approvals.sent", { id, at: dateTime(approval.createdAt) })}</p>
      <div className={styles.layout}>
        <div className={styles.main}>
          <Changes changes={approval.changes} />
          {status === "PENDING" && <Hold approval={approval} isOwn={isOwn} />}
          {status === "PENDING" && !mayDecide && approval.waitsFor.length === 0 && (
            <Banner tone="warn" title={noApproverText} />
          )}
          <OrderItems order={approval} caption={t("approvals.itemsCaption")} />
          <div className={styles.panels}>
            <Panel title={t("approvals.why")}>
              <Rules approval={approval} />
            </Panel>
            <Panel title={t("approvals.invoiceTo")}>
              <InvoiceTo {...details} address={details.invoiceAddress} />
            </Panel>
          </div>
        </div>
        <aside className={styles.side}>
          <Panel title={t(mayDecide ? "approvals.decision" : "approvals.way")}>
            <Decision approval={approval} />
          </Panel>
          <BudgetPanel approval={approval} />
        </aside>
      </div>
    </>
  );
}

/** The rules that require approval, with the projects that one of them refers to. */
function Rules({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { rules, items, withoutLabel } = approval;
  const bare = items.flatMap((item) =>
    item.productType === "VINTAGE_CREDITS" && withoutLabel.includes(item.product.project.id)
      ? [item.product.project.name]
      : [],
  );
  return (
    <ul className={styles.rules}>
      {rules.map(({ kind, over = 0 }) => (
        <li key={`${kind} ${over}`}>
          {t(`approvals.rule.${kind}`, { over: kind === "AMOUNT" ? euros(over) : tonnes(over) })}
          {kind === "WITHOUT_LABEL" && bare.length > 0 && `: ${bare.join(", ")}`}
        </li>
      ))}
    </ul>
  );
}
