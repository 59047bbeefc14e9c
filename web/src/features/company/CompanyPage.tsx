import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { TitledSection } from "../../ui/TitledSection.tsx";
import "../../locales/en/company.ts";
import "../../locales/en/table.ts";
import { Budgets } from "./Budgets.tsx";
import { useCompany, useMayForCompany } from "./company.queries.ts";
import { EInvoiceForm } from "./EInvoiceForm.tsx";
import { GeneralForm } from "./GeneralForm.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { MemberTable } from "./MemberTable.tsx";
import { RuleList, Rules } from "./Rules.tsx";
import { RoleList } from "./RoleList.tsx";
import styles from "./CompanyPage.module.css";

/** /user/settings/company: the members and their roles; editable for owners, readable for everyone. */
export function CompanyPage() {
  const { t } = useTranslation();
  const { data: company, error, refetch } = useCompany();
  const mayPlan = useMayForCompany("details") ?? false;
  if (!company) {
    if (!error) return <Skeleton className={styles.waiting!} />;
    return (
      <ErrorState
        title={t("company.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const mayManage = company.role === "OWNER" && !company.blocked;
  const role = t(`company.accept.as.${company.role}`);
  return (
    <UnsavedGuard>
      <div className={styles.page}>
        {company.blocked && (
          <Banner tone="bad" title={t("company.blocked")}>
            {t("company.blockedText")}
          </Banner>
        )}
        {company.role !== "OWNER" && (
          <Banner
            tone="info"
            title={t(mayPlan ? "company.plansOnly" : "company.readOnly", {
              role,
            })}
          />
        )}
        <TitledSection title={t("company.general.title")} text={t("company.general.text")}>
          <GeneralForm company={company} mayManage={mayManage} />
        </TitledSection>
        <TitledSection title={t("company.members.title")} text={t("company.members.text")}>
          <MemberTable company={company} mayManage={mayManage} />
          <RoleList />
        </TitledSection>
        {mayManage && (
          <TitledSection title={t("company.invite.title")} text={t("company.invite.text")}>
            <InviteForm />
          </TitledSection>
        )}
        {company.role !== "VIEWER" && (
          <TitledSection title={t("company.rules.title")} text={t("company.rules.text")}>
            {mayManage ? <Rules company={company} /> : <RuleList company={company} />}
            <Link to={paths.requests} className={styles.link}>
              {t("company.rules.requests")}
            </Link>
          </TitledSection>
        )}
        {company.role !== "VIEWER" && (
          <TitledSection title={t("company.budgets.title")} text={t("company.budgets.text")}>
            <Budgets company={company} mayChange={mayPlan} />
          </TitledSection>
        )}
        {company.role !== "VIEWER" && (
          <TitledSection title={t("company.eInvoices.title")} text={t("company.eInvoices.text")}>
            <EInvoiceForm mayChange={mayPlan} />
          </TitledSection>
        )}
      </div>
    </UnsavedGuard>
  );
}
