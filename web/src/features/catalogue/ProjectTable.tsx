import { VisuallyHidden } from "@mantine/core";
import type { Category, ProjectSummary } from "@tonneline/contract/catalogue";
import { useNavigate } from "@tanstack/react-router";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import "../../locales/en/catalogue.ts";
import "../../locales/en/table.ts";
import { refusalText } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { ColumnMenu } from "../../ui/table/ColumnMenu.tsx";
import { useHiddenColumns } from "../../ui/table/useHiddenColumns.ts";
import { downloadList } from "./catalogue.queries.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { columnsOf, sortedBy, type ProjectColumn } from "./columns.tsx";
import styles from "./table.module.css";
import { useCompareTick } from "./useCompareTick.ts";
import { hasVintages } from "./compared.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";

interface Props {
  projects: ProjectSummary[];
  category: Category;
  search: ProjectSearch;
  change: ChangeSearch;
}

/**
 * The list as a table with the chosen columns, sorted by its headers. The name is the link; a click on the row follows it.
 */
export function ProjectTable({ projects, category, search, change }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sold = category === "CREDIT_SALE";
  // With more columns, prices do not fit at 1440 px.
  const [hidden, setHidden] = useHiddenColumns(`marketplace-${category}`, ["registry", "claim"]);
  const all = columnsOf(category, t);
  const columns = all.filter(({ name, fixed }) => fixed || !hidden.includes(name));
  return (
    <>
      <div className={styles.tools}>
        <ExportButton
          label={t("catalogue.table.xlsx")}
          onExport={() => downloadList(category, search)}
          reasonOf={refusalText}
        />
        <ColumnMenu columns={all} hidden={hidden} onChange={setHidden} />
      </div>
      <div className={styles.wrap}>
        <table className={styles.table}>
          <VisuallyHidden component="caption">
            {sold ? t("catalogue.table.caption") : t("catalogue.table.captionOffers")}
          </VisuallyHidden>
          <thead>
            <tr>
              {sold && (
                <th scope="col" className={styles.tick}>
                  <VisuallyHidden>{t("catalogue.compare.tick")}</VisuallyHidden>
                </th>
              )}
              {columns.map((column) => (
                <Head key={column.name} column={column} search={search} change={change} />
              ))}
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <tr
                key={project.id}
                className={project.status.id === "SOLD_OUT" ? styles.dim : undefined}
                onClick={(event) => {
                  // Links and inputs handle their own clicks; selecting text must not navigate.
                  const isOwn =
                    event.target instanceof Element &&
                    event.target.closest("a, button, input, label");
                  if (!isOwn && window.getSelection()?.isCollapsed !== false)
                    void navigate({ to: paths.project, params: { id: String(project.id) } });
                }}
              >
                {sold && (
                  <td className={styles.tick}>
                    {hasVintages(project) && <RowTick project={project} />}
                  </td>
                )}
                {columns.map(({ name, className, cell }) =>
                  name === "name" ? (
                    <th key={name} scope="row">
                      {cell(project)}
                    </th>
                  ) : (
                    <td key={name} className={className}>
                      {cell(project)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function RowTick({ project }: { project: ProjectSummary }) {
  const { t } = useTranslation();
  const { isOn, toggle } = useCompareTick(project);
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        onChange={toggle}
        aria-label={t("catalogue.compare.tickNamed", { name: project.name })}
      />
    </label>
  );
}

interface HeadProps {
  column: ProjectColumn;
  search: ProjectSearch;
  change: ChangeSearch;
}

/** A sortable header reverses the order when pressed again. */
function Head({ column: { label, sort, className }, search, change }: HeadProps) {
  if (!sort)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const [field, direction] = search.sort.split(",");
  const isOn = field === sort;
  const isUp = direction === "asc";
  const Icon = isUp ? IconChevronUp : IconChevronDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isOn ? (isUp ? "ascending" : "descending") : undefined}
    >
      <button
        type="button"
        onClick={() =>
          change((present) => ({ ...present, sort: sortedBy(sort, present.sort), pages: 1 }))
        }
      >
        {label}
        {isOn && <Icon size={14} aria-hidden />}
      </button>
    </th>
  );
}
