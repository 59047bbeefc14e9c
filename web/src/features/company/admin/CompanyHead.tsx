import { Button } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { countryNames } from "@tonneline/contract/countries";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import { useNeighbours } from "../../../lib/lists.ts";
import { newQuote, paths } from "../../../lib/paths.ts";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { companies } from "./companies.queries.ts";
import type { CompanyStep } from "./CompanyDialog.tsx";
import { CompanyState } from "./CompanyState.tsx";
import { Crumbs } from "../../../ui/Crumbs.tsx";
import { RecordSteps } from "../../../ui/RecordSteps.tsx";
import styles from "./record.module.css";

interface Props {
  company: CompanyRecord;
  canWrite: boolean;
  onStep: (step: CompanyStep) => void;
  /** A quote can be created for its members. */
  canOffer: boolean;
}

/** The company's name, state and payment standing, and the possible actions. */
export function CompanyHead({ company, canWrite, onStep, canOffer }: Props) {
  const { t } = useTranslation();
  const { account, createdAt, details, id, name, state } = company;
  const navigate = useNavigate();
  const around = useNeighbours(companies, id, (to) => {
    void navigate({ to: paths.managementCompany, params: { id: String(to) } });
  });
  const blocked = useRef(0);
  const at = details.invoiceAddress;
  const facts = [
    at && `${at.city}, ${countryNames[at.countryCode]}`,
    t("companies.since", { day: day(createdAt) }),
    t("companies.number", { id }),
  ];
  return (
    <header>
      <div className={styles.way}>
        <Crumbs label={t("companies.crumbs")}>
          <Link to={paths.managementCompanies} activeOptions={{ exact: true }}>
            {t("companies.title")}
          </Link>
          {name}
        </Crumbs>
        {around && <RecordSteps isPage neighbours={around} blocked={blocked} />}
      </div>
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
        {(canWrite || canOffer) && (
          <div className={styles.actions}>
            {canOffer && (
              <Button
                size="sm"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={paths.managementQuotes}
                    search={{ company: String(id) }}
                    hash={newQuote}
                  />
                )}
              >
                {t("companies.offer")}
              </Button>
            )}
            {(canWrite ? stepsOf(company) : []).map((step) => {
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

/** A company whose last member has left can still be merged, once. */
function stepsOf({ state, mergedInto }: CompanyRecord): CompanyStep[] {
  if (state !== "CLOSED") return ["limit", "merge", "block"];
  return mergedInto ? [] : ["merge"];
}
