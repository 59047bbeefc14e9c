import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CompanyRecord } from "@tonneline/contract/companies";
import type { AccountMovement } from "@tonneline/contract/documents";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../../lib/api.ts";
import { euros, shortDay, today } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { DownloadLink } from "../../../ui/DownloadLink.tsx";
import { Block } from "./Block.tsx";
import { downloadAccount, useCompanyAccount } from "./companies.queries.ts";
import styles from "./record.module.css";

/** A company's invoices, credit notes and payments, each with the balance after it. */
export function AccountBlock({ company: { id, account } }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const page = useCompanyAccount(id, all);
  const { data } = page;
  return (
    <Block
      title={t("companies.money.title")}
      note={t("companies.money.note", {
        open: euros(account.invoiced),
        back: euros(account.toRefund),
      })}
      more={
        <>
          {data && data.content.length > 0 && (
            <DownloadLink onDownload={() => downloadAccount(id, today())} reasonOf={refusalText}>
              {t("companies.money.statement")}
            </DownloadLink>
          )}
          {data && data.totalElements > data.content.length && (
            <Button size="compact-sm" variant="subtle" mr={-16} onClick={() => setAll(true)}>
              {t("companies.money.all", { count: data.totalElements })}
            </Button>
          )}
        </>
      }
      page={page}
      none={t("companies.money.nothing")}
      failed={t("companies.money.failed")}
      keyOf={({ kind, reference, day }, index) => `${kind} ${reference} ${day} ${index}`}
      columns={[
        { label: t("companies.money.day"), cell: ({ day }) => shortDay(day) },
        { label: t("companies.money.what"), wide: true, cell: (row) => <MovementText row={row} /> },
        {
          label: t("companies.money.amount"),
          num: true,
          cell: ({ amount }) => (
            <span className={amount < 0 ? styles.received : undefined}>{euros(amount)}</span>
          ),
        },
        {
          label: t("companies.money.balance"),
          num: true,
          cell: ({ balance }) => <b>{euros(balance)}</b>,
        },
      ]}
    />
  );
}

function MovementText({ row: { kind, reference, orderId } }: { row: AccountMovement }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`companies.money.kinds.${kind}`)} {reference && <span>{reference}, </span>}
      <Link to={paths.managementOrders} search={{ tab: "all", open: String(orderId) }}>
        {t("companies.money.order", { id: orderId })}
      </Link>
    </>
  );
}
