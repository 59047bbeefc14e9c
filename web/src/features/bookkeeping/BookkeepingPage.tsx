import { Skeleton } from "@mantine/core";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { BooksOfMonth } from "@tonneline/contract/bookkeeping";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { failureOf } from "../../lib/failure.ts";
import { euros, month as monthName, today, whole } from "../../lib/format.ts";
import { sumEuros } from "../../lib/sumEuros.ts";
import { Banner } from "../../ui/Banner.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import screen from "../../ui/table/ListScreen.module.css";
import waiting from "../../ui/waiting.module.css";
import styles from "./bookkeeping.module.css";
import { exportsOf, useBooks, type Format } from "./bookkeeping.queries.ts";
import { monthBefore, monthOf, monthsUntil } from "./month.ts";
import "../../locales/en/bookkeeping.ts";

/** /management/bookkeeping: the invoices of a month, and their exports. */
export function BookkeepingPage() {
  const { t } = useTranslation();
  const [month, choose] = useMonth();
  const { data, error, refetch } = useBooks(month);
  const choices = [...new Set([month, ...monthsUntil(today(), 36)])].toSorted().toReversed();
  return (
    <>
      <div className={screen.head}>
        <h1>{t("bookkeeping.title")}</h1>
        <SelectField
          aria-label={t("bookkeeping.month")}
          value={month}
          data={choices.map((value) => ({ value, label: monthName(value) }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <p className={screen.lead}>{t("bookkeeping.intro")}</p>
      {!data && !error && <WaitingSums />}
      {!data && error && (
        <ErrorState
          title={t("bookkeeping.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <div className={styles.page}>
          <Sums books={data} />
          <Exports books={data} />
        </div>
      )}
    </>
  );
}

/** The month in the URL, or else the last complete one. */
function useMonth(): [string, (month: string) => void] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const month = monthOf(new URLSearchParams(text).get("month")) ?? monthBefore(today());
  return [month, (chosen) => void navigate({ to: ".", search: { month: chosen } })];
}

function Sums({ books }: { books: BooksOfMonth }) {
  const { t } = useTranslation();
  const { invoices, creditNotes, categories, inTheMaking } = books;
  if (invoices.count + creditNotes.count === 0)
    return <p>{t("bookkeeping.none", { month: monthName(books.month) })}</p>;
  const less = (key: "net" | "vatAmount" | "gross") => sumEuros([invoices[key], -creditNotes[key]]);
  const sum = { net: less("net"), vatAmount: less("vatAmount"), gross: less("gross") };
  const back = {
    count: creditNotes.count,
    net: -creditNotes.net,
    vatAmount: -creditNotes.vatAmount,
    gross: -creditNotes.gross,
  };
  return (
    <section aria-labelledby="sums">
      <h2 id="sums">{t("bookkeeping.summary")}</h2>
      {inTheMaking > 0 && (
        <Banner tone="info" title={t("bookkeeping.inTheMaking", { count: inTheMaking })} />
      )}
      <div className={styles.scroll} tabIndex={0} role="region" aria-labelledby="sums">
        <table className={styles.table}>
          <SumsHead />
          <tbody>
            <Row name={t("bookkeeping.row.invoices")} sums={invoices} />
            {creditNotes.count > 0 && <Row name={t("bookkeeping.row.creditNotes")} sums={back} />}
            <Row name={t("bookkeeping.row.sum")} sums={sum} look={styles.sum} />
            {categories.map(({ vatCategory, ...sums }) => (
              <Row
                key={vatCategory}
                name={t(`bookkeeping.row.${vatCategory}`)}
                sums={sums}
                look={styles.part}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function SumsHead() {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <td />
        {sumColumns.map((column) => (
          <th key={column} scope="col" className={styles.num}>
            {t(`bookkeeping.column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The table of sums before they are known: its headings, and a skeleton of each figure. */
function WaitingSums() {
  const { t } = useTranslation();
  return (
    <div className={`${styles.page} ${waiting.late}`}>
      <section role="status" aria-label={t("bookkeeping.loading")}>
        <h2>{t("bookkeeping.summary")}</h2>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <SumsHead />
            <tbody aria-hidden>
              {(["invoices", "sum"] as const).map((row) => (
                <tr key={row}>
                  <th scope="row">{t(`bookkeeping.row.${row}`)}</th>
                  {sumColumns.map((column) => (
                    <td key={column}>
                      <Skeleton height={12} my={4} ml="auto" width={40} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

const sumColumns = ["count", "net", "vat", "gross"] as const;

interface RowProps {
  name: string;
  sums: { count?: number; net: number; vatAmount: number; gross: number };
  look?: string | undefined;
}

function Row({ name, sums, look }: RowProps) {
  return (
    <tr>
      <th scope="row" className={look}>
        {name}
      </th>
      <td className={styles.num}>{sums.count === undefined ? "" : whole(sums.count)}</td>
      {[sums.net, sums.vatAmount, sums.gross].map((amount, place) => (
        // Three columns that are never reordered.
        <td key={place} className={`${styles.num} ${look ?? ""}`}>
          {euros(amount)}
        </td>
      ))}
    </tr>
  );
}

function Exports({ books: { month, ecSales } }: { books: BooksOfMonth }) {
  const { t } = useTranslation();
  const texts = {
    datev: t("bookkeeping.datev.text"),
    journal: t("bookkeeping.journal.text"),
    ecSales: t("bookkeeping.ecSales.text", { count: ecSales }),
    invoices: t("bookkeeping.invoices.text"),
  };
  return (
    <section aria-labelledby="exports">
      <h2 id="exports">{t("bookkeeping.exports")}</h2>
      <ul className={styles.exports}>
        {(["datev", "journal", "ecSales", "invoices"] as const).map((name) => {
          const title = t(`bookkeeping.${name}.title`);
          const formats: readonly Format[] = exportsOf[name].formats;
          return (
            <li key={name} className={styles.export}>
              <div>
                <h3>{title}</h3>
                <p>{texts[name]}</p>
              </div>
              <div className={styles.formats}>
                {formats.map((format) => (
                  <DownloadLink
                    key={format}
                    onDownload={() => exportsOf[name].load(month, format)}
                    reasonOf={refusalText}
                    label={t("bookkeeping.as", { title, month: monthName(month), format })}
                  >
                    {format}
                  </DownloadLink>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
