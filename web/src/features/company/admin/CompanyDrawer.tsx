import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { countryNames } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { day, euros, tonnes, whole } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { useUser } from "../../../lib/session.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { code, Facts, type Fact } from "../../../ui/Facts.tsx";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import type { Around } from "../../../ui/RecordSteps.tsx";
import { RecordTrail } from "../../records/RecordTrail.tsx";
import { RecordVisitors } from "../../records/RecordVisitors.tsx";
import styles from "./companies.module.css";
import { useCompanyOrders, useCompanyRecord } from "./companies.queries.ts";
import type { CompanyStep } from "./CompanyDialog.tsx";
import { CompanyState } from "./CompanyState.tsx";
import { VatCheckList } from "./VatCheckList.tsx";

interface Props {
  /** "" while it is closed. */
  id: string;
  canWrite: boolean;
  onStep: (step: CompanyStep, company: CompanyRecord) => void;
  around: Around | undefined;
  onClose: () => void;
}

/** One company beside the list: who it is and who is in it, its money, what it holds, and what can be done. */
export function CompanyDrawer({ id, canWrite, onStep, onClose, around }: Props) {
  const { t } = useTranslation();
  const { data: company, error, refetch } = useCompanyRecord(id);
  const mine = useUser()?.permissions;
  const steps = company && canWrite ? stepsOf(company) : [];
  return (
    <RecordDrawer
      title={company?.name ?? ""}
      opened={id !== ""}
      onClose={onClose}
      around={around}
      failure={
        error && !company
          ? {
              title: t("companies.oneFailed"),
              ...failureOf(error),
              onRetry: () => void refetch(),
            }
          : undefined
      }
      actions={
        company && (
          <>
            <CompanyState state={company.state} />
            {steps.map((step) => {
              const lets = step === "block" && company.state === "BLOCKED";
              return (
                <Button
                  key={step}
                  size="sm"
                  variant={step === "limit" ? "default" : "outline"}
                  {...(step !== "limit" && !lets && { color: "red.7" })}
                  onClick={() => onStep(step, company)}
                >
                  {t(`companies.${lets ? "unblock" : step}.open`)}
                </Button>
              );
            })}
          </>
        )
      }
    >
      {company && (
        <>
          <RecordVisitors type="company" id={company.id} />
          <Standing company={company} />
          <section>
            <h3>{t("companies.money.title")}</h3>
            <Money company={company} />
          </section>
          <section>
            <h3>{t("companies.legal.title")}</h3>
            <LegalFacts company={company} />
          </section>
          {mine?.has("orders:read") && (
            <VatCheckList company={company} canWrite={mine.has("orders:write")} />
          )}
          <section>
            <h3>{t("companies.people.title")}</h3>
            <People company={company} />
          </section>
          {mine?.has("orders:read") && <Orders company={company} />}
          <section>
            <h3>{t("companies.holdings.title")}</h3>
            <Holdings company={company} />
          </section>
          <RecordTrail key={company.id} type="company" id={company.id} canWrite={canWrite} />
        </>
      )}
    </RecordDrawer>
  );
}

/** A company that its last member has left can still be merged, once. */
function stepsOf({ state, mergedInto }: CompanyRecord): CompanyStep[] {
  if (state !== "CLOSED") return ["limit", "merge", "block"];
  return mergedInto ? [] : ["merge"];
}

function Standing({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { blockedReason, mergedInto, mergeReason } = company;
  return (
    <>
      {blockedReason !== null && (
        <Banner tone="bad" title={t("companies.isBlocked")}>
          {blockedReason}
        </Banner>
      )}
      {mergedInto && (
        <Banner tone="info" title={t("companies.isMerged", { name: mergedInto.name })}>
          {mergeReason}{" "}
          <Link to={paths.managementCompanies} search={{ open: String(mergedInto.id) }}>
            {t("companies.toMerged")}
          </Link>
        </Banner>
      )}
    </>
  );
}

function Money({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { paid, open, creditLimit } = company;
  const left = creditLimit === null ? null : creditLimit - open;
  const facts: Fact[] = [
    [t("companies.money.paid"), euros(paid)],
    [t("companies.money.open"), euros(open)],
    [
      t("companies.money.limit"),
      creditLimit === null ? t("companies.money.none") : euros(creditLimit),
    ],
    [
      left !== null && left < 0 ? t("companies.money.over") : t("companies.money.left"),
      left !== null && euros(Math.abs(left)),
    ],
  ];
  return <Facts facts={facts} />;
}

function LegalFacts({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { details, createdAt } = company;
  const at = details.invoiceAddress;
  const address = at && [
    at.street,
    `${at.postalCode} ${at.city}`,
    at.province,
    countryNames[at.countryCode],
  ];
  const facts: Fact[] = [
    [t("companies.legal.id"), code(String(company.id))],
    [t("companies.legal.name"), details.companyName],
    [t("companies.legal.address"), address?.filter(Boolean).join(", ")],
    [t("companies.legal.vatNumber"), code(details.vatNumber)],
    [t("companies.legal.invoiceEmail"), details.invoiceEmail],
    [t("companies.legal.since"), day(createdAt)],
  ];
  return (
    <>
      {details.companyName === null && <p>{t("companies.legal.none")}</p>}
      <Facts facts={facts} />
    </>
  );
}

function People({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  if (company.people.length === 0) return <p>{t("companies.people.none")}</p>;
  return (
    <ul className={styles.rows}>
      {company.people.map(({ userId, username, firstName, lastName, role, blocked }) => (
        <li key={userId}>
          <span>
            <Link to={paths.managementUsers} search={{ open: String(userId), tab: "all" }}>
              {`${firstName} ${lastName}`}
            </Link>
            <small>{username}</small>
          </span>
          <span>
            {t(`company.roles.${role}`)}
            {blocked && `, ${t("companies.people.blocked")}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Orders({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { data } = useCompanyOrders(company.id);
  return (
    <section>
      <h3>{t("companies.orders.title")}</h3>
      {data?.content.length === 0 && <p>{t("companies.orders.none")}</p>}
      {data && data.content.length > 0 && (
        <>
          <ul className={styles.rows}>
            {data.content.map((order) => (
              <li key={order.id}>
                <span>
                  <Link to={paths.managementOrders} search={{ open: String(order.id) }}>
                    {order.id}
                  </Link>
                  <small>{`${day(order.createdAt)}, ${t(`orders.status.${order.status}`)}`}</small>
                </span>
                <b>{euros(order.totalPriceGross)}</b>
              </li>
            ))}
          </ul>
          <Link
            to={paths.managementOrders}
            search={{ company: String(company.id), tab: "all" }}
            className={styles.all}
          >
            {t("companies.orders.all", { count: data.totalElements })}
          </Link>
        </>
      )}
    </section>
  );
}

function Holdings({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { holdings, retirements } = company;
  const facts: Fact[] = [
    [t("companies.holdings.vintages"), whole(holdings.vintages)],
    [t("companies.holdings.purchased"), tonnes(holdings.purchased)],
    [t("companies.holdings.inProgress"), tonnes(holdings.inProgress)],
    [t("companies.holdings.retired"), tonnes(holdings.retired)],
    [t("companies.holdings.available"), tonnes(holdings.available)],
    [
      t("companies.holdings.retirements"),
      retirements > 0 ? (
        <Link
          to={paths.managementRetirements}
          search={{ company: String(company.id), tab: "all" } as never}
        >
          {whole(retirements)}
        </Link>
      ) : (
        whole(retirements)
      ),
    ],
  ];
  return <Facts facts={facts} />;
}
