import { Skeleton } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { canAct } from "@tonneline/contract/companyRoles";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../../lib/api.ts";
import { failureOf } from "../../../lib/failure.ts";
import { quotePermissions, paths } from "../../../lib/paths.ts";
import { useUser } from "../../../lib/session.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { usePageTitle } from "../../../ui/pageTitle.ts";
import { RecordTrail } from "../../records/RecordTrail.tsx";
import { RecordVisitors } from "../../records/RecordVisitors.tsx";
import { CompanyLink } from "../CompanyLink.tsx";
import { AccountBlock } from "./AccountBlock.tsx";
import { useCompanyRecord } from "./companies.queries.ts";
import { CompanyDialog, type CompanyStep } from "./CompanyDialog.tsx";
import { CompanyFigures } from "./CompanyFigures.tsx";
import { CompanyHead } from "./CompanyHead.tsx";
import { HoldingsBlock } from "./HoldingsBlock.tsx";
import { LegalFacts } from "./LegalFacts.tsx";
import { LimitFacts } from "./LimitFacts.tsx";
import { OrdersBlock } from "./OrdersBlock.tsx";
import { PeopleList } from "./PeopleList.tsx";
import { PriceListsBlock } from "./PriceListsBlock.tsx";
import styles from "./record.module.css";
import { RetirementsBlock } from "./RetirementsBlock.tsx";
import { VatCheckList } from "./VatCheckList.tsx";
import "../../../locales/en/companies.ts";
import "../../../locales/en/company.ts";
import "../../../locales/en/documents.ts";
import "../../../locales/en/managedRetirements.ts";
import "../../../locales/en/management.ts";
import "../../../locales/en/retirements.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/table.ts";

/** /management/companies/…: everything about one company on one page. */
export function CompanyRecordPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams({ strict: false });
  const isNumber = /^[1-9]\d{0,9}$/.test(id);
  const { data: company, error, refetch } = useCompanyRecord(isNumber ? id : "");
  usePageTitle(company?.name ?? t("app.pages.managementCompany"));
  const back = { label: t("companies.back"), to: paths.managementCompanies };
  if (!isNumber || isRefusal(error, "NOT_FOUND")) {
    return <EmptyState isPage title={t("companies.missing", { id })} action={back} />;
  }
  if (company) {
    return (
      // An unsaved note would be lost with the page.
      <UnsavedGuard key={company.id}>
        <Company company={company} />
      </UnsavedGuard>
    );
  }
  if (error) {
    return (
      <ErrorState
        isPage
        title={t("companies.oneFailed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
        back={back}
      />
    );
  }
  return <Skeleton height={480} role="status" aria-label={t("companies.oneLoading")} />;
}

function Company({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [step, setStep] = useState<CompanyStep>();
  const mine = useUser()?.permissions;
  const canWrite = mine?.has("users:write") ?? false;
  const readsOrders = mine?.has("orders:read") ?? false;
  const canOffer =
    company.state === "ACTIVE" &&
    company.people.some(canAct) &&
    quotePermissions.every((right) => mine?.has(right));
  return (
    <>
      <CompanyHead company={company} canWrite={canWrite} onStep={setStep} canOffer={canOffer} />
      <RecordVisitors type="company" id={company.id} />
      <CompanyNotices company={company} />
      <CompanyFigures company={company} />
      <div className={styles.page}>
        <div className={styles.main}>
          {readsOrders && <OrdersBlock company={company} />}
          {readsOrders && <AccountBlock company={company} />}
          {mine?.has("projects:read") && <PriceListsBlock company={company} />}
          <HoldingsBlock company={company} />
          {mine?.has("retirements:read") && <RetirementsBlock company={company} />}
        </div>
        <div className={styles.aside}>
          <section>
            <h2>{t("companies.legal.title")}</h2>
            <LegalFacts company={company} />
          </section>
          {readsOrders && (
            <VatCheckList company={company} canWrite={mine?.has("orders:write") ?? false} />
          )}
          <section>
            <h2>{t("companies.money.limit")}</h2>
            <LimitFacts company={company} />
          </section>
          <section>
            <h2>{t("companies.people.title")}</h2>
            <PeopleList company={company} canWrite={canWrite} />
          </section>
          <RecordTrail type="company" id={company.id} canWrite={canWrite} />
        </div>
      </div>
      {step && (
        <CompanyDialog
          step={step}
          company={company}
          onMerged={(id) =>
            void navigate({ to: paths.managementCompany, params: { id: String(id) } })
          }
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  );
}

/** Why the company cannot act, or cannot manage itself. */
function CompanyNotices({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { blockedReason, mergedInto, mergeReason, ownerName, people } = company;
  return (
    <>
      {ownerName === null && people.some(canAct) && (
        <Banner tone="warn" title={t("companies.owner.none")}>
          {t("companies.owner.noneText")}
        </Banner>
      )}
      {blockedReason !== null && (
        <Banner tone="bad" title={t("companies.isBlocked")}>
          {blockedReason}
        </Banner>
      )}
      {mergedInto && (
        <Banner tone="info" title={t("companies.isMerged")}>
          <CompanyLink id={mergedInto.id} name={mergedInto.name} />. {mergeReason}
        </Banner>
      )}
    </>
  );
}
