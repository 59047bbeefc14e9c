import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { TitledSection } from "../../ui/TitledSection.tsx";
import { useCompanyDetails, useMayForCompany } from "../company/company.queries.ts";
import { YourData } from "../privacy/YourData.tsx";
import { CompanyFacts } from "./CompanyFacts.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import styles from "./DetailsPage.module.css";
import { useMe } from "./me.queries.ts";
import { Passkeys } from "./Passkeys.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { useSecondFactor } from "./secondFactor.queries.ts";
import { SessionList } from "./SessionList.tsx";
import "../../locales/en/cart.ts";
import "../../locales/en/privacy.ts";
import "../../locales/en/table.ts";
import { YouForm } from "./YouForm.tsx";
import "../../locales/en/account.ts";

/** /user/settings/details: sections that are saved separately. */
export function DetailsPage() {
  const { t } = useTranslation();
  // Users who must set up a second factor have access to nothing else.
  const isOpen = !useUser()?.needsSecondFactor;
  const asks = useSecondFactor().data?.asks ?? null;
  return (
    <UnsavedGuard>
      <div className={styles.page}>
        {!isOpen && (
          <div className={styles.needed}>
            <Banner tone="warn" title={t("account.factor.needed")}>
              {t("account.factor.neededText")}
            </Banner>
          </div>
        )}
        {isOpen && (
          <>
            <TitledSection title={t("account.details.you")} text={t("account.details.youText")}>
              <You />
            </TitledSection>
            <TitledSection
              title={t("account.details.company")}
              text={t("account.details.companyText")}
            >
              <Company />
            </TitledSection>
            <TitledSection
              title={t("account.details.password")}
              text={t("account.details.passwordText")}
            >
              <PasswordForm />
            </TitledSection>
          </>
        )}
        <TitledSection title={t("account.factor.title")} text={t("account.factor.text")}>
          <SecondFactor />
        </TitledSection>
        <TitledSection title={t("account.passkeys.title")} text={t("account.passkeys.text")}>
          <Passkeys />
        </TitledSection>
        <TitledSection title={t("account.sessions.title")} text={t("account.sessions.text")}>
          <SessionList />
        </TitledSection>
        {isOpen && (
          <TitledSection title={t("privacy.mine.title")} text={t("privacy.mine.text")}>
            <YourData asks={asks} />
          </TitledSection>
        )}
      </div>
    </UnsavedGuard>
  );
}

function You() {
  const { t } = useTranslation();
  const { data: me, error, refetch } = useMe();
  if (me) return <YouForm me={me} />;
  if (!error) return <Skeleton className={styles.youWaiting!} />;
  const title = t("account.details.failed");
  return <ErrorState title={title} {...failureOf(error)} onRetry={() => void refetch()} />;
}

function Company() {
  const { t } = useTranslation();
  const { data: saved, error, refetch } = useCompanyDetails();
  const may = useMayForCompany("details");
  if (saved && may !== undefined) {
    return may ? <CompanyForm saved={saved} /> : <CompanyFacts saved={saved} />;
  }
  if (!error) return <Skeleton className={styles.companyWaiting!} />;
  const title = t("account.details.companyFailed");
  return <ErrorState title={title} {...failureOf(error)} onRetry={() => void refetch()} />;
}
