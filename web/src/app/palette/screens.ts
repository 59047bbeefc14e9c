import type { TFunction } from "i18next";
import { paths } from "../../lib/paths.ts";
import { managementFor } from "../managementPages.ts";
import type { Hit } from "./hits.queries.ts";

/** Searches the operators' pages and common actions by name, as far as the permissions allow. */
export function screensFor(
  t: TFunction,
  permissions: ReadonlySet<string>,
  q: string,
): { screens: Hit[]; actions: Hit[] } {
  const open = managementFor(permissions);
  const pages: Hit[] = open.map((key) => ({
    key,
    title: t(`app.pages.${key}`),
    note: "",
    to: paths[key],
  }));
  const usual: Hit[] = [
    {
      key: "toApprove",
      title: t("management.palette.toApprove"),
      note: "",
      to: paths.managementOrders,
      search: { tab: "AWAITING_APPROVAL" },
    },
    {
      key: "overdue",
      title: t("management.palette.overdue"),
      note: "",
      to: paths.managementOrders,
      search: { tab: "OVERDUE" },
    },
  ];
  const views = open.includes("managementOrders") ? usual : [];
  const actions: Hit[] = permissions.has("projects:write")
    ? [
        {
          key: "newProject",
          title: t("management.palette.newProject"),
          note: "",
          to: paths.managementProject,
        },
        {
          key: "importProjects",
          title: t("management.palette.importProjects"),
          note: "",
          to: paths.managementImports,
        },
      ]
    : [];
  const wanted = q.toLowerCase();
  const named = ({ title }: Hit) => title.toLowerCase().includes(wanted);
  return { screens: [...pages, ...views].filter(named), actions: actions.filter(named) };
}
