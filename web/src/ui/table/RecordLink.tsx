import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./table.module.css";
import { formatTable, type TableSearch, type TableSpec } from "../../lib/tableSearch.ts";

/** Opens a row's record in the drawer; it has its own URL, so it can also open in a new tab. */
export function RecordLink(props: {
  spec: TableSpec;
  search: TableSearch;
  id: number;
  children: ReactNode;
}) {
  const search = formatTable(props.spec, { ...props.search, open: String(props.id) });
  return (
    <Link
      to="."
      search={search}
      resetScroll={false}
      preload={false}
      className={styles.record}
      data-record={props.id}
    >
      {props.children}
    </Link>
  );
}
