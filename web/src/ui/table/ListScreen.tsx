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
import styles from "./ListScreen.module.css";
import { SelectionBar } from "./SelectionBar.tsx";
import { statusTabs } from "./statusTabs.ts";
import { TablePager } from "./TablePager.tsx";
import { TableSearchField } from "./TableSearchField.tsx";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { TableTabs } from "./TableTabs.tsx";
import { whole } from "../../lib/format.ts";
import { formatTable, untouched, type TableSearch, type TableSpec } from "../../lib/tableSearch.ts";
import { ViewMenu, type Views } from "./ViewMenu.tsx";
import { useHiddenColumns } from "./useHiddenColumns.ts";
import { focusRow, useListKeys } from "./useListKeys.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

/** What a list says about itself. */
export interface ListTexts {
  title: string;
  caption: string;
  /** What its tabs are together. */
  tabs?: string;
  /** The tab of all that waits. */
  open?: string;
  search: string;
  loading: string;
  failed: string;
  /** Nothing matches the search. */
  none: { title: string; text: string; action: string };
  /** There is nothing at all. */
  empty: { title: string; text: string };
  /** Nothing waits, in a list that opens with what does. */
  allDone?: { title: string; text: string };
}

/** What can be done to the chosen rows. */
interface Action {
  label: string;
  /** The key that does it. */
  shortcut?: string;
  icon?: Icon | undefined;
  /** It takes something away. */
  danger?: boolean;
  onClick: () => void;
}

interface Selection<Row> {
  /** How a row's checkbox names it. */
  label: (row: Row) => string;
  /** What the chosen rows add up to. */
  sum?: ReactNode;
  /** Those that fit what is chosen. */
  actions: readonly (Action | false)[];
}

interface Props<Row, Tab extends string> {
  /** Of a page with a title of its own. */
  part?: boolean;
  /** Of rows with two lines. */
  roomy?: boolean;
  /** Under which the choice of columns is remembered. */
  name: string;
  texts: ListTexts;
  /** What leads out of it when there is nothing at all. */
  emptyAction?: { label: string; to: string };
  spec: TableSpec;
  search: TableSearch;
  onChange: ChangeTable;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => number;
  /** A page of rows; undefined until it was loaded. */
  data: { content: Row[]; totalElements: number } | undefined;
  /** Why there is none. */
  failure: { text: string; requestId?: string } | undefined;
  onRetry: () => void;
  /** The rows are those of the search before. */
  stale: boolean;
  tabs?: readonly Tab[];
  /** How many rows each tab but "all" has; undefined until it is known. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** How a tab is called; without it there are none. */
  tabLabel?: (tab: Tab) => string;
  /** How a row looks apart from the others. */
  rowClass?: (row: Row) => string | undefined;
  /** What a click on a row does; without it, it opens the record in the address. */
  onRow?: (row: Row) => void;
  /** Columns that are not shown until somebody asks for them. */
  usuallyHidden?: string[];
  /** Beside the title: the list's own actions. */
  actions?: ReactNode;
  /** Figures between the title and the tabs. */
  above?: ReactNode;
  /** Filters beside the search. */
  pills?: ReactNode;
  /** How many there are, in words; asked for once the page is here. */
  total?: ((counted: { count: number; number: string }) => string) | undefined;
  /** Without it rows cannot be chosen. */
  selection?: Selection<Row> | false;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** Chooses all rows that the list finds, of every page; without it only those that are shown. */
  onAll?: (() => Promise<void>) | undefined;
  /** Downloads all that the list finds; without it there is no export. */
  onExport?: (() => Promise<void>) | undefined;
  /** How the person has set the list up; without it views are not kept. */
  views?: Views | undefined;
  /** Why it failed, in words. */
  reasonOf: (error: unknown) => string;
  /** What others did since the page was shown. */
  live?: Live;
  /** The opened record, where it stands beside the list rather than in a drawer over it. */
  beside?: ReactNode;
}

const nobody: ReadonlySet<number> = new Set();

/** A list of records with everything around it: tabs, search, filters, columns, pages, and its waiting, failed and empty face. */
export function ListScreen<Row, Tab extends string>(props: Props<Row, Tab>) {
  const { texts, search, onChange, data, tabLabel, selection } = props;
  const [hidden, setHidden] = useHiddenColumns(props.name, props.usuallyHidden);
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef("");
  useEffect(() => {
    // The record is closed: its reader goes on at its row. A drawer returns the focus only to what had it when it was opened,
    // which is nothing where it was opened by its address.
    if (shown.current && !search.open) focusRecord(list.current, shown.current);
    shown.current = search.open;
  }, [search.open]);
  const last = lastPage(props);
  useEffect(() => {
    if (last !== undefined) onChange({ ...search, page: last }, { replace: true });
  });
  const chosen = selection ? props.selected.size : 0;
  const actions = selection && chosen > 0 ? selection.actions.filter((each) => each !== false) : [];
  const keys = useListKeys({ list, onClear: () => props.onSelect(nobody), actions });
  const count = data?.totalElements ?? 0;
  return (
    <>
      <ListHead
        {...props}
        hidden={hidden}
        onHidden={setHidden}
        onRows={() => focusRow(list.current?.querySelector<HTMLElement>("tbody tr") ?? undefined)}
      />
      {props.above}
      {tabLabel && (
        <TableTabs
          label={texts.tabs ?? texts.title}
          tabs={statusTabs(props.tabs ?? [], props.counts, (tab) =>
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
      </div>
      <div className={props.beside ? styles.beside : undefined}>
        <div ref={list} className={styles.list}>
          <ListFaces {...props} />
          {selection && chosen > 0 && (
            <ChosenRows {...props} sum={selection.sum} actions={actions} />
          )}
          {data && data.content.length > 0 && (
            <ListRows {...props} data={data} hidden={hidden} onSheet={keys.openSheet} />
          )}
        </div>
        {props.beside}
      </div>
      {keys.sheet && <KeySheet actions={actions} onClose={keys.closeSheet} />}
    </>
  );
}

/**
 * The last page that has rows, where this one stands behind it: its own rows went, or the address was written by hand.
 * Undefined where the page is one of the list, and while its rows are those of the search before.
 */
function lastPage<Row, Tab extends string>({ data, search, stale }: Props<Row, Tab>) {
  if (!data || stale || data.content.length > 0 || data.totalElements === 0) return undefined;
  const last = Math.ceil(data.totalElements / search.size) - 1;
  return last < search.page ? last : undefined;
}

/** What stands in place of rows: waiting, failed, nothing found and nothing at all. */
function ListFaces<Row, Tab extends string>(props: Props<Row, Tab>) {
  const { texts, spec, search, onChange, data, failure, onRetry, stale } = props;
  if (!data && failure) return <ErrorState title={texts.failed} {...failure} onRetry={onRetry} />;
  // An empty page of a list that has rows: others are on their way.
  const comes = stale && data?.content.length === 0 && data.totalElements > 0;
  if (!data || comes || lastPage(props) !== undefined)
    return <TableSkeleton label={texts.loading} />;
  if (data.content.length > 0) return null;
  const { tab, q, filters } = search;
  // Its order and its pages leave no row out.
  const plain =
    Object.keys(formatTable(spec, { ...untouched(spec), tab, q, filters })).length === 0;
  // A tab without rows is no empty list, even where the list opens on it.
  if (plain && !props.counts?.["all"]) {
    const { emptyAction } = props;
    return <EmptyState {...texts.empty} {...(emptyAction && { action: emptyAction })} />;
  }
  const { title, text, action: label } = texts.none;
  // The other tabs lead out of one that nothing narrows.
  if (plain) return <EmptyState {...(texts.allDone ?? { title, text })} />;
  const action = { label, onClick: () => onChange(untouched(spec)) };
  return <EmptyState title={title} text={text} action={action} />;
}

interface RowsProps<Row, Tab extends string> extends Props<Row, Tab> {
  data: { content: Row[]; totalElements: number };
  hidden: string[];
  onSheet: () => void;
}

/** The table of a page of rows, and the way to the other pages. */
function ListRows<Row, Tab extends string>(props: RowsProps<Row, Tab>) {
  const { texts, search, onChange, data, selection, hidden } = props;
  const under = selection && props.selected.size > 0;
  return (
    <div className={under ? `${styles.frame} ${styles.under}` : styles.frame}>
      <DataTable
        {...(props.roomy && { roomy: true })}
        caption={texts.caption}
        columns={props.columns.filter(({ name, fixed }) => fixed || !hidden.includes(name))}
        rows={data.content}
        idOf={props.idOf}
        selectLabel={selection ? selection.label : undefined}
        selected={props.selected}
        onSelect={props.onSelect}
        search={search}
        onChange={onChange}
        stale={props.stale}
        {...(props.onRow && { onRow: props.onRow })}
        rowClass={liveRows(props)}
      />
      <TablePager
        total={data.totalElements}
        search={search}
        onChange={onChange}
        hint={<KeyHint selectable={Boolean(selection)} onSheet={props.onSheet} />}
      />
    </div>
  );
}

interface HeadProps<Row, Tab extends string> extends Props<Row, Tab> {
  hidden: string[];
  onHidden: (hidden: string[]) => void;
  /** Moves on to the first row. */
  onRows: () => void;
}

/** The title with what can be done with the whole list, and for the keyboard the way past all of it. */
function ListHead<Row, Tab extends string>(props: HeadProps<Row, Tab>) {
  const { t } = useTranslation();
  const { texts, spec, search, onChange, columns, hidden, onHidden, views, reasonOf } = props;
  return (
    <>
      <button type="button" className={styles.toRows} onClick={props.onRows}>
        {t("table.toRows")}
      </button>
      <div className={styles.head}>
        {props.part ? <h2>{texts.title}</h2> : <h1>{texts.title}</h1>}
        <div className={styles.headActions}>
          {props.actions}
          {props.onExport && <ExportButton onExport={props.onExport} reasonOf={props.reasonOf} />}
          {views && <ViewMenu {...{ views, spec, search, onChange, hidden, onHidden, reasonOf }} />}
          <ColumnMenu columns={columns} hidden={hidden} onChange={onHidden} />
        </div>
      </div>
    </>
  );
}

interface ChosenProps<Row> {
  data: { content: Row[]; totalElements: number } | undefined;
  idOf: (row: Row) => number;
  sum?: ReactNode;
  actions: readonly Action[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  onAll?: (() => Promise<void>) | undefined;
  reasonOf: (error: unknown) => string;
}

/** Over the table while rows are chosen. */
function ChosenRows<Row>(props: ChosenProps<Row>) {
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
    <SelectionBar
      count={selected.size}
      sum={props.sum}
      more={more}
      onClear={() => onSelect(nobody)}
    >
      {props.actions.map(({ label, shortcut, icon: Sign, danger, onClick }) => (
        <Button
          key={label}
          size="sm"
          variant={danger ? "outline" : "white"}
          color={danger ? "white" : "navy.9"}
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

function focusRecord(list: HTMLElement | null, id: string) {
  list?.querySelector<HTMLElement>(`[data-record="${id}"]`)?.focus();
}
