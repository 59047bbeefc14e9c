import { Checkbox, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconLock } from "@tabler/icons-react";
import { Fragment, memo, useCallback, useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./table.module.css";
import { sortedBy, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";

export interface Column<Row> {
  name: string;
  label: string;
  /** The API's sort field. */
  sort?: string;
  /** Figures are right-aligned and sort in descending order first. */
  num?: boolean;
  /** Dates sort latest first. */
  latestFirst?: boolean;
  /** Always visible; the first fixed column, or else the first column, names the row. */
  fixed?: boolean;
  /** Hidden below 960 px, or with "desktop" below 1280, where more important columns would have to scroll. */
  wide?: boolean | "desktop";
  /** The label is visually hidden, for screen readers only. */
  quiet?: boolean;
  /** Position on a phone, in two lines plus one of actions; if any column sets it, columns without it are hidden there. */
  phone?: "name" | "figure" | "state" | "detail" | "actions";
  /** Of a figure, as in its heading: on a phone, which shows no headings, it follows the figure. */
  unit?: string;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => number;
  /** Labels a row's checkbox; without it, rows cannot be selected. */
  selectLabel?: ((row: Row) => string) | undefined;
  /** Why a row cannot be selected; undefined if it can. */
  lockReason?: ((row: Row) => string | undefined) | undefined;
  selected?: ReadonlySet<number>;
  onSelect?: (selected: ReadonlySet<number>) => void;
  /** Tall rows, for browsing; below 600 px they are stacked, and `className` places the cells. */
  roomy?: boolean;
  className?: string | undefined;
  /** Groups rows: a heading precedes the first row of each group. */
  groupOf?: ((row: Row) => { key: string; head: ReactNode }) | undefined;
  /** An extra class for a row. */
  rowClass?: (row: Row) => string | undefined;
  /** Replaces the default row click, which opens the record beside the list. */
  onRow?: (row: Row) => void;
  search: TableSearch;
  onChange: ChangeTable;
  /** The rows belong to the previous search. */
  stale: boolean;
  /** There are no rows yet: skeletons take their place. */
  waiting?: boolean;
}

const noIds: ReadonlySet<number> = new Set();

/** Selection state: the selectable rows, how many are selected, and the handlers. */
function useRowSelection<Row>({ rows, idOf, lockReason, ...props }: Props<Row>) {
  const { selected = noIds, onSelect = () => {} } = props;
  const selectableIds = rows.filter((row) => !lockReason?.(row)).map(idOf);
  const chosen = selectableIds.filter((id) => selected.has(id)).length;

  const anchor = useRef<number>(undefined);

  /** With `range`, all rows from the last toggled one take the new state of this one. */
  function toggle(id: number, range: boolean) {
    if (!selectableIds.includes(id)) return;
    const next = new Set(selected);
    const ends = [anchor.current ?? id, id].map((end) => selectableIds.indexOf(end));
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    const targetIds = range && from >= 0 ? selectableIds.slice(from, to + 1) : [id];
    for (const each of targetIds) {
      if (selected.has(id)) next.delete(each);
      else next.add(each);
    }
    anchor.current = id;
    onSelect(next);
  }

  function toggleAll(on: boolean) {
    const pageIds = new Set(rows.map(idOf));
    const others = [...selected].filter((id) => !pageIds.has(id));
    onSelect(new Set(on ? [...others, ...selectableIds] : others));
  }

  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  // Stable, so that a tick does not render every checkbox again.
  const onToggle = useCallback((id: number, range: boolean) => latest.current(id, range), [latest]);
  return { selectableIds, chosen, onToggle, toggleAll };
}

/** A table of records, dense unless `roomy`: sorted by its headings, selected by checkboxes, opened by a click anywhere. */
export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, idOf, selectLabel, search, onChange, onRow, stale } = props;
  const { selected = noIds, roomy = false, className = "" } = props;
  const { t } = useTranslation();
  const { selectableIds, chosen, onToggle, toggleAll } = useRowSelection(props);

  function previousGroup(index: number) {
    const row = rows[index - 1];
    return row && props.groupOf?.(row);
  }

  return (
    <div className={roomy ? styles.open : styles.wrap}>
      {stale && <div className={styles.loadingBar} />}
      <table
        className={`${styles.table} ${roomy ? styles.roomy : ""} ${columns.some(({ phone }) => phone) ? styles.phoned : ""} ${stale ? styles.dim : ""} ${className}`}
        aria-busy={stale}
      >
        <VisuallyHidden component="caption">{props.caption}</VisuallyHidden>
        <thead>
          <tr>
            {selectLabel && (
              <th scope="col" className={styles.box}>
                <Checkbox
                  size="xs"
                  aria-label={t("table.selectAll")}
                  checked={chosen > 0 && chosen === selectableIds.length}
                  indeterminate={chosen > 0 && chosen < selectableIds.length}
                  disabled={selectableIds.length === 0}
                  onChange={({ currentTarget }) => toggleAll(currentTarget.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} search={search} onChange={onChange} />
            ))}
          </tr>
        </thead>
        <tbody>
          {props.waiting && <WaitingRows columns={columns} selectable={Boolean(selectLabel)} />}
          {rows.map((row, index) => {
            const id = idOf(row);
            const group = props.groupOf?.(row);
            const isFirst = group && group.key !== previousGroup(index)?.key;
            return (
              <Fragment key={id}>
                {isFirst && (
                  <tr className={styles.group}>
                    <th scope="rowgroup" colSpan={columns.length + (selectLabel ? 1 : 0)}>
                      {group.head}
                    </th>
                  </tr>
                )}
                <Row
                  {...props}
                  row={row}
                  isChosen={selected.has(id)}
                  id={id}
                  onToggle={onToggle}
                  onOpen={() => (onRow ? onRow(row) : onChange({ ...search, open: String(id) }))}
                />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Skeletons of as many rows as fit on most screens. */
function WaitingRows<Row>(props: { columns: readonly Column<Row>[]; selectable: boolean }) {
  return Array.from({ length: 12 }, (_, index) => (
    <tr key={index} aria-hidden inert>
      {props.selectable && <td className={styles.box} />}
      {props.columns.map(({ name, num, phone, wide }) => (
        <td key={name} data-column={name} data-phone={phone} data-wide={wide || undefined}>
          <Skeleton height={12} my={4} miw={40} ml={num ? "auto" : 0} width={num ? 40 : "70%"} />
        </td>
      ))}
    </tr>
  ));
}

/** With `range`, selects all rows from the last selected one. */
type Toggle = (id: number, range: boolean) => void;

interface RowProps<Row> extends Pick<
  Props<Row>,
  "columns" | "selectLabel" | "lockReason" | "rowClass"
> {
  row: Row;
  id: number;
  isChosen: boolean;
  onToggle: Toggle;
  onOpen: () => void;
}

function Row<T>(props: RowProps<T>) {
  const { row, id, columns, selectLabel, isChosen, onToggle, onOpen } = props;
  const lockReason = props.lockReason?.(row);
  const nameColumn = columns.find(({ fixed }) => fixed) ?? columns[0];
  return (
    <tr
      className={isChosen ? styles.chosen : props.rowClass?.(row)}
      onClick={({ target, shiftKey }) => {
        // Checkboxes and links handle their own clicks; a text selection is not a click.
        if (target instanceof Element && target.closest("a, button, input, label")) return;
        // A click next to the checkbox is meant for it, not for the record.
        const isBox = target instanceof Element && target.closest(`.${styles.box}`);
        if (isBox) onToggle(id, shiftKey);
        else if (!window.getSelection()?.toString()) onOpen();
      }}
    >
      {selectLabel && (
        <td className={styles.box}>
          {lockReason === undefined ? (
            <Tick id={id} label={selectLabel(row)} isChosen={isChosen} onToggle={onToggle} />
          ) : (
            <Lock why={lockReason} />
          )}
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.name} column={column} row={row} isName={column === nameColumn} />
      ))}
    </tr>
  );
}

/** A row's checkbox, which is not rendered again by a tick in another row. */
const Tick = memo(function Tick(props: {
  id: number;
  label: string;
  isChosen: boolean;
  onToggle: Toggle;
}) {
  return (
    <Checkbox
      size="xs"
      aria-label={props.label}
      checked={props.isChosen}
      onChange={({ nativeEvent }) =>
        props.onToggle(props.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
});

/** Not rendered again by a tick in another row, provided that the page keeps its columns: they would all be. */
const Cell = memo(CellOf) as typeof CellOf;

function CellOf<T>(props: { column: Column<T>; row: T; isName: boolean }) {
  const { name, label, num, phone, wide, unit, cell } = props.column;
  const Tag = props.isName ? "th" : "td";
  return (
    <Tag
      scope={props.isName ? "row" : undefined}
      className={num ? styles.num : undefined}
      data-column={name}
      data-label={label}
      data-phone={phone}
      data-wide={wide || undefined}
      data-unit={unit}
    >
      {cell(props.row)}
    </Tag>
  );
}

/** Replaces the checkbox of a row that cannot be selected. */
function Lock({ why }: { why: string }) {
  return (
    <span className={styles.lock} title={why}>
      <IconLock size={15} stroke={1.7} aria-hidden />
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  search: TableSearch;
  onChange: ChangeTable;
}

function Head<Row>({ column, search, onChange }: HeadProps<Row>) {
  const { label, sort, num = false, latestFirst = false, quiet } = column;
  const className = num ? styles.num : undefined;
  if (!sort) {
    return (
      <th
        scope="col"
        className={className}
        data-column={column.name}
        data-wide={column.wide || undefined}
      >
        {quiet ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </th>
    );
  }
  const sorted = search.sort === sort;
  const Icon = (sorted ? search.descending : num || latestFirst) ? IconChevronDown : IconChevronUp;
  const order = search.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      className={className}
      data-column={column.name}
      data-wide={column.wide || undefined}
      aria-sort={sorted ? order : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onChange(sortedBy(search, sort, num || latestFirst))}
      >
        {label}
        <Icon size={14} stroke={2} aria-hidden className={sorted ? undefined : styles.sortIdle} />
      </button>
    </th>
  );
}
