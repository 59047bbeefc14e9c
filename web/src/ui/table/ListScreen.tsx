import { Button } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../EmptyState.tsx";
import { ErrorState } from "../ErrorState.tsx";
import { ExportButton } from "../ExportButton.tsx";
import { ChooseAll } from "./ChooseAll.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { DataTable, type Column } from "./DataTable.tsx";
import { ClearFilters } from "./FilterPill.tsx";
import { KeyHint } from "./KeyHint.tsx";
import { LiveBar, liveRows, type Live } from "./LiveBar.tsx";
import { KeySheet } from "./KeySheet.tsx";
import waitingStyles from "../waiting.module.css";
import styles from "./ListScreen.module.css";
import { SelectionBar } from "./SelectionBar.tsx";
import { statusTabs } from "./statusTabs.ts";
import { TablePager } from "./TablePager.tsx";
import { TableSearchField } from "./TableSearchField.tsx";
import { TableTabs } from "./TableTabs.tsx";
import { whole } from "../../lib/format.ts";
import {
  formatTable,
  initialSearch,
  type TableSearch,
  type TableSpec,
} from "../../lib/tableSearch.ts";
import { ViewMenu, type Views } from "./ViewMenu.tsx";
import { useHiddenColumns } from "./useHiddenColumns.ts";
import { useClosedRecordFocus } from "./useClosedRecordFocus.ts";
import { focusRow, useListKeys } from "./useListKeys.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

/** The texts of a list. */
export interface ListTexts {
  /** Without it, the page's own title names the list, and its actions follow the filters. */
  title?: string;
  caption: string;
  /** Accessible name of the group of tabs. */
  tabs?: string;
  /** The tab for all open records. */
  open?: string;
  search: string;
  loading: string;
  failed: string;
  /** No match for the search. */
  none: { title: string; text: string; action: string };
  /** The list has no records at all. */
  empty: { title: string; text: string };
  /** Nothing is open, in a list that starts on its open records. */
  allDone?: { title: string; text: string };
}

/** An action on the selected rows. */
interface Action {
  label: string;
  /** Keyboard shortcut. */
  shortcut?: string;
  icon?: Icon | undefined;
  /** The action is destructive. */
  danger?: boolean;
  onClick: () => void;
}

interface Selection<Row> {
  /** Labels a row's checkbox. */
  label: (row: Row) => string;
  /** The total of the selected rows. */
  sum?: ReactNode;
  /** The actions available for the selection; the first one is the primary. */
  actions: readonly (Action | false)[];
}

/** The state of a list and what changes it, as `useList` returns them. */
interface ListState<Row, Tab extends string> {
  spec: TableSpec;
  search: TableSearch;
  onChange: ChangeTable;
  idOf: (row: Row) => number;
  /** A page of rows; undefined until loaded. */
  data: { content: Row[]; totalElements: number } | undefined;
  /** Why loading failed. */
  failure: { text: string; requestId?: string } | undefined;
  onRetry: () => void;
  /** The rows belong to the previous search. */
  stale: boolean;
  /** What other users changed since the page was loaded. */
  live: Live;
  tabs: readonly Tab[];
  /** The row count of each tab; undefined until loaded. */
  counts: Readonly<Record<string, number>> | undefined;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** Selects all matching rows of every page; without it, only visible rows can be selected. */
  onAll: (() => Promise<void>) | undefined;
  /** Exports all matching rows; without it, there is no export button. */
  onExport: (() => Promise<void>) | undefined;
  /** The user's saved views; without it, views cannot be saved. */
  views: Views | undefined;
  /** The user is an operator, who has more shortcuts. */
  forOperators: boolean;
  /** Explains an error to the user. */
  reasonOf: (error: unknown) => string;
}

interface Props<Row, Tab extends string> extends ListState<Row, Tab> {
  /** The list is a section of a page with a title of its own. */
  embedded?: boolean;
  /** For rows of two lines. */
  roomy?: boolean;
  /** The key under which the visible columns are stored. */
  name: string;
  texts: ListTexts;
  /** Where to go when there are no records at all. */
  emptyAction?: { label: string; to: string };
  columns: readonly Column<Row>[];
  /** The label of a tab; without it, the list has no tabs. */
  tabLabel?: (tab: Tab) => string;
  /** An extra class for a row. */
  rowClass?: (row: Row) => string | undefined;
  /** Handles a click on a row; the default opens the record by the search parameters. */
  onRow?: (row: Row) => void;
  /** Columns that are hidden by default. */
  hiddenByDefault?: string[];
  /** Next to the title: actions on the whole list. */
  actions?: ReactNode;
  /** Figures between the title and the tabs. */
  above?: ReactNode;
  /** Filters next to the search field. */
  pills?: ReactNode;
  /** Formats the total number of rows; called once the page is loaded. */
  total?: ((counted: { count: number; number: string }) => string) | undefined;
  /** Without it, rows cannot be selected. */
  selection?: Selection<Row> | false;
  /** The open record, where it is shown beside the list rather than in a drawer over it. */
  sidePanel?: ReactNode;
}

const noIds: ReadonlySet<number> = new Set();

/** A list of records with tabs, search, filters, columns, pages, and its loading, error and empty states. */
export function ListScreen<Row, Tab extends string>(props: Props<Row, Tab>) {
  const { texts, search, onChange, data, tabLabel, selection } = props;
  const [hidden, setHidden] = useHiddenColumns(props.name, props.hiddenByDefault);
  const list = useRef<HTMLDivElement>(null);
  useClosedRecordFocus(list, search.open, data);
  const last = lastPage(props);
  useEffect(() => {
    if (last !== undefined) onChange({ ...search, page: last }, { replace: true });
  });
  const chosen = selection ? props.selected.size : 0;
  const actions = selection && chosen > 0 ? selection.actions.filter((each) => each !== false) : [];
  const keys = useListKeys({ list, onClear: () => props.onSelect(noIds), actions });
  const count = data?.totalElements ?? 0;
  const listActions = <ListActions {...props} hidden={hidden} onHidden={setHidden} />;
  return (
    <>
      <ListHead
        {...props}
        onRows={() => focusRow(list.current?.querySelector<HTMLElement>("tbody tr") ?? undefined)}
      >
        {listActions}
      </ListHead>
      {props.above}
      {tabLabel && (
        <TableTabs
          label={texts.tabs ?? texts.title ?? texts.caption}
          tabs={statusTabs(props.tabs, props.counts, (tab) =>
            tab === "open" && texts.open ? texts.open : tabLabel(tab),
          )}
          chosen={search.tab}
          onChoose={(tab) => onChange({ ...search, tab, page: 0 })}
        />
      )}
      <div className={styles.filters}>
        <TableSearchField label={texts.search} search={search} onChange={onChange} />
        {props.pills}
        <ClearFilters search={search} onChange={onChange} />
        <LiveBar
          live={data && props.live}
          total={data ? props.total?.({ count, number: whole(count) }) : props.total && "\u00a0"}
        />
        {!texts.title && listActions}
      </div>
      <div className={props.sidePanel ? styles.beside : undefined}>
        <div ref={list} className={styles.list}>
          <ListPlaceholder {...props} />
          {selection && chosen > 0 && (
            <SelectedRowsBar {...props} sum={selection.sum} actions={actions} />
          )}
          {(isWaiting(props) || (data && data.content.length > 0)) && (
            <ListRows {...props} hidden={hidden} onSheet={keys.openSheet} />
          )}
        </div>
        {props.sidePanel}
      </div>
      {keys.sheet && (
        <KeySheet
          selectable={Boolean(selection)}
          forOperators={props.forOperators}
          actions={actions}
          onClose={keys.closeSheet}
        />
      )}
    </>
  );
}

/**
 * Returns the last page with rows if the current page is beyond it, because its rows are gone or the URL was edited.
 * Returns undefined if the current page exists, and while its rows belong to the previous search.
 */
function lastPage<Row, Tab extends string>({ data, search, stale }: Props<Row, Tab>) {
  if (!data || stale || data.content.length > 0 || data.totalElements === 0) return undefined;
  const last = Math.ceil(data.totalElements / search.size) - 1;
  return last < search.page ? last : undefined;
}

/** Whether there are no rows yet. */
function isWaiting<Row, Tab extends string>(props: Props<Row, Tab>): boolean {
  const { data, failure, stale } = props;
  if (!data) return !failure;
  // An empty page of a list that has rows: they are still loading.
  const isLoading = stale && data.content.length === 0 && data.totalElements > 0;
  return isLoading || lastPage(props) !== undefined;
}

/** What replaces the rows: failed, no match, or no records at all; or says that they are loading. */
function ListPlaceholder<Row, Tab extends string>(props: Props<Row, Tab>) {
  const { texts, spec, search, onChange, data, failure, onRetry } = props;
  if (isWaiting(props)) return <div role="status" aria-label={texts.loading} />;
  if (!data) return failure && <ErrorState title={texts.failed} {...failure} onRetry={onRetry} />;
  if (data.content.length > 0) return null;
  const { tab, q, filters } = search;
  // Sorting and paging exclude no rows.
  const isUnfiltered =
    Object.keys(formatTable(spec, { ...initialSearch(spec), tab, q, filters })).length === 0;
  // An empty tab does not mean an empty list, even if the list starts on that tab.
  if (isUnfiltered && !props.counts?.["all"]) {
    return <EmptyState {...texts.empty} action={props.emptyAction} />;
  }
  const { title, text, action: label } = texts.none;
  // Without filters to clear, the other tabs are the way out.
  if (isUnfiltered) return <EmptyState {...(texts.allDone ?? { title, text })} />;
  const action = { label, onClick: () => onChange(initialSearch(spec)) };
  // A component of its own: the focus is kept when it is replaced, also by the text of an empty list.
  return <EmptyState key="none" title={title} text={text} action={action} />;
}

interface RowsProps<Row, Tab extends string> extends Props<Row, Tab> {
  hidden: string[];
  onSheet: () => void;
}

/** The table of one page of rows or, while they load, of skeletons; and the pager. */
function ListRows<Row, Tab extends string>(props: RowsProps<Row, Tab>) {
  const { texts, search, onChange, data, selection, hidden } = props;
  const waiting = isWaiting(props);
  const isUnderBar = selection && props.selected.size > 0;
  return (
    <div
      className={`${styles.frame} ${isUnderBar ? styles.under : ""} ${waiting ? waitingStyles.late : ""}`}
    >
      <DataTable
        roomy={props.roomy}
        caption={texts.caption}
        columns={props.columns.filter(({ name, fixed }) => fixed || !hidden.includes(name))}
        rows={data?.content ?? []}
        waiting={waiting}
        idOf={props.idOf}
        selectLabel={selection ? selection.label : undefined}
        selected={props.selected}
        onSelect={props.onSelect}
        search={search}
        onChange={onChange}
        stale={props.stale}
        onRow={props.onRow}
        rowClass={liveRows(props)}
      />
      {!waiting && data && (
        <TablePager
          total={data.totalElements}
          search={search}
          onChange={onChange}
          hint={<KeyHint selectable={Boolean(selection)} onSheet={props.onSheet} />}
        />
      )}
    </div>
  );
}

interface HeadProps<Row, Tab extends string> extends Props<Row, Tab> {
  /** Moves the focus to the first row. */
  onRows: () => void;
  children: ReactNode;
}

/** The title with the actions on the whole list, and a skip link past all of it. */
function ListHead<Row, Tab extends string>(props: HeadProps<Row, Tab>) {
  const { t } = useTranslation();
  const { title } = props.texts;
  return (
    <>
      <button type="button" className={styles.toRows} onClick={props.onRows}>
        {t("table.toRows")}
      </button>
      {title && (
        <div className={styles.head}>
          {props.embedded ? <h2>{title}</h2> : <h1>{title}</h1>}
          {props.children}
        </div>
      )}
    </>
  );
}

interface ActionsProps<Row, Tab extends string> extends Props<Row, Tab> {
  hidden: string[];
  onHidden: (hidden: string[]) => void;
}

/** The actions on the whole list. */
function ListActions<Row, Tab extends string>(props: ActionsProps<Row, Tab>) {
  const { spec, search, onChange, columns, hidden, onHidden, views, reasonOf } = props;
  return (
    <div className={styles.headActions}>
      {props.actions}
      {props.onExport && <ExportButton onExport={props.onExport} reasonOf={reasonOf} />}
      {views && <ViewMenu {...{ views, spec, search, onChange, hidden, onHidden, reasonOf }} />}
      <ColumnMenu columns={columns} hidden={hidden} onChange={onHidden} />
    </div>
  );
}

interface SelectedRowsProps<Row> extends Pick<
  ListState<Row, string>,
  "data" | "idOf" | "selected" | "onSelect" | "onAll" | "reasonOf"
> {
  sum: ReactNode;
  actions: readonly Action[];
}

/** Above the table while rows are selected. */
function SelectedRowsBar<Row>(props: SelectedRowsProps<Row>) {
  const { data, selected, onSelect, onAll } = props;
  const more = data && onAll && (
    <ChooseAll
      chosen={selected}
      shown={data.content.map(props.idOf)}
      total={data.totalElements}
      onAll={onAll}
      onSelect={onSelect}
      reasonOf={props.reasonOf}
    />
  );
  return (
    <SelectionBar count={selected.size} sum={props.sum} more={more} onClear={() => onSelect(noIds)}>
      {props.actions.map(({ label, shortcut, icon: Sign, danger, onClick }, index) => (
        <Button
          key={label}
          size="sm"
          {...(index > 0 || danger
            ? { variant: "outline", color: "white" }
            : { variant: "white", color: "navy.9" })}
          leftSection={Sign && <Sign size={16} stroke={1.8} aria-hidden />}
          rightSection={shortcut && <kbd aria-hidden>{shortcut}</kbd>}
          aria-keyshortcuts={shortcut}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
    </SelectionBar>
  );
}
