import { Button } from "@mantine/core";
import { IconChevronLeft, IconMessage2 } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import type { Quote } from "@tonneline/contract/quotes";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { failureOf, isNotFound } from "../../lib/failure.ts";
import { dateTime } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { Panel } from "../../ui/Panel.tsx";
import styles from "../orders/orders.module.css";
import { OrderSkeleton } from "../orders/OrderSkeletons.tsx";
import { OrderQuote, validityTextKey } from "./OrderQuote.tsx";
import { QuoteItems } from "./QuoteItems.tsx";
import { downloadQuote, useQuote } from "./quotes.queries.ts";
import own from "./quotes.module.css";
import { endsAt } from "./ends.ts";
import { QuoteStatusBadge } from "./QuoteStatusBadge.tsx";
import "../../locales/en/cart.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/quotes.ts";
import "../../locales/en/reports.ts";
import "../../locales/en/table.ts";

/** /user/settings/quotes/{id}: a quote of the company, to be ordered by its author. */
export function QuotePage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/members/account/user/settings/quotes/$id" });
  const { data: quote, error, refetch } = useQuote(id);
  usePageTitle(quote ? t("quotes.one.title", quote) : t("app.pages.quote"));
  if (isNotFound(error)) {
    const action = { label: t("quotes.one.toQuotes"), to: paths.quotes };
    const text = t("orders.one.missingText");
    return <EmptyState title={t("quotes.one.missing")} text={text} action={action} />;
  }
  return (
    <>
      <Link
        to={paths.quotes}
        activeOptions={{ exact: true }}
        className={`${styles.back} ${own.onScreen}`}
      >
        <IconChevronLeft size={14} stroke={2} aria-hidden />
        {t("quotes.one.all")}
      </Link>
      {!quote && !error && <OrderSkeleton />}
      {!quote && error && (
        <ErrorState
          title={t("quotes.one.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {quote && <FullQuote quote={quote} />}
    </>
  );
}

function FullQuote({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const isOpen = (quote.status === "OPEN" && !quote.cartChanged) || quote.status === "KEPT";
  const at = endsAt(quote.validUntil);
  return (
    <>
      <div className={styles.head}>
        <QuoteStatusBadge {...quote} />
        <AskAboutQuote number={quote.number} />
      </div>
      <p className={own.made}>
        {t("quotes.one.made", { author: quote.author, at: dateTime(quote.createdAt) })}{" "}
        <span className={own.onScreen}>
          <DownloadLink onDownload={() => downloadQuote(quote)} reasonOf={refusalText}>
            {t("quotes.one.pdf")}
          </DownloadLink>
        </span>
      </p>
      {/* On screen, it is next to the order button. */}
      {isOpen && (
        <p
          className={own.onPaper}
          data-text={t(validityTextKey(quote), { at, author: quote.author })}
        />
      )}
      <div className={styles.layout}>
        <section aria-label={t("quotes.one.caption", quote)}>
          <QuoteItems quote={quote} />
        </section>
        <aside className={`${styles.side} ${styles.payFirst} ${own.onScreen}`}>
          <Panel title={t("quotes.order.title")}>
            <OrderQuote quote={quote} />
          </Panel>
        </aside>
      </div>
    </>
  );
}

function AskAboutQuote({ number }: { number: string }) {
  const { t } = useTranslation();
  const header = t("quotes.one.ask");
  const topic = t("quotes.one.title", { number });
  return (
    <Button
      variant="default"
      className={`${styles.ask} ${own.onScreen}`}
      leftSection={<IconMessage2 size={16} stroke={1.8} aria-hidden />}
      onClick={() => openDialog({ type: "support", header, topic })}
    >
      {header}
    </Button>
  );
}
