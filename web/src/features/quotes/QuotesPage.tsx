import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useList } from "../../lib/lists.ts";
import { paths } from "../../lib/paths.ts";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { quoteColumns } from "./columns.tsx";
import styles from "./quotes.module.css";
import { quotes } from "./quotes.queries.ts";
import "../../locales/en/quotes.ts";
import "../../locales/en/table.ts";

/** /user/settings/quotes: the company's quotes, newest first. */
export function QuotesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(quotes);
  return (
    <div className={styles.list}>
      <ListScreen
        {...list.screen}
        name="quotes"
        texts={t("quotes", { returnObjects: true })}
        emptyAction={{ label: t("quotes.toCart"), to: paths.cart }}
        columns={quoteColumns(t)}
        tabLabel={(tab) => (tab === "all" ? t("quotes.all") : t(`quotes.status.${tab}`))}
        onRow={({ id }) => void navigate({ to: paths.quote, params: { id: String(id) } })}
      />
    </div>
  );
}
