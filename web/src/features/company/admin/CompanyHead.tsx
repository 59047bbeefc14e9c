import { Button } from "@mantine/core";
import { IconChevronRight, IconClockExclamation } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import type { CompanyStep } from "./CompanyDialog.tsx";
import { CompanyState } from "./CompanyState.tsx";
import styles from "./record.module.css";

interface Props {
  company: CompanyRecord;
  canWrite: boolean;
  onStep: (step: CompanyStep) => void;
}

/** Which company it is, whether it can act and pays, and what can be done to it. */
export function CompanyHead({ company, canWrite, onStep }: Props) {
  const { t } = useTranslation();
  const { account, createdAt, details, id, name, state } = company;
  const at = details.invoiceAddress;
  const facts = [
    at && `${at.city}, ${countryNames[at.countryCode]}`,
    t("companies.since", { day: day(createdAt) }),
    t("companies.number", { id }),
  ];
  return (
    <header>
      <nav aria-label={t("companies.crumbs")}>
        <ol className={styles.crumbs}>
          <li>
            <Link to={paths.managementCompanies}>{t("companies.title")}</Link>
            <IconChevronRight size={14} stroke={2} aria-hidden />
          </li>
          <li>{name}</li>
        </ol>
      </nav>
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{name}</h1>
            <CompanyState state={state} />
            {account.overdueInvoices > 0 && (
              <StatusBadge tone="stop" icon={IconClockExclamation} label={t("companies.overdue")} />
            )}
          </div>
          <p className={styles.facts}>{facts.filter(Boolean).join(" · ")}</p>
        </div>
        {canWrite && (
          <div className={styles.actions}>
            {stepsOf(company).map((step) => {
              const lets = step === "block" && state === "BLOCKED";
              return (
                <Button
                  key={step}
                  size="sm"
                  variant={step === "limit" ? "default" : "outline"}
                  {...(step !== "limit" && !lets && { color: "red.7" })}
                  onClick={() => onStep(step)}
                >
                  {t(`companies.${lets ? "unblock" : step}.open`)}
                </Button>
              );
            })}
          </div>
        )}
      </div>
    </header>
  );
}

/** A company that its last member has left can still be merged, once. */
function stepsOf({ state, mergedInto }: CompanyRecord): CompanyStep[] {
  if (state !== "CLOSED") return ["limit", "merge", "block"];
  return mergedInto ? [] : ["merge"];
}
