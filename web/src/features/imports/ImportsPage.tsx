import { IconUpload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useList } from "../../lib/lists.ts";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ListScreen } from "../../ui/table/ListScreen.tsx";
import { ImportFacts } from "../evidence/admin/ImportFacts.tsx";
import { importColumns, pathOf } from "./columns.tsx";
import { imports, useBeginImport } from "./imports.queries.ts";
import { UpButton } from "../../ui/UpButton.tsx";
import "../../locales/en/imports.ts";
import "../../locales/en/table.ts";

/** /management/projects/import: past imports, and a button to start a new one. */
export function ImportsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const { screen } = useList(imports);
  const begin = useBeginImport();

  return (
    <ListScreen
      {...screen}
      name="management-imports"
      texts={t("imports", { returnObjects: true })}
      columns={importColumns(t)}
      onRow={({ id }) => void navigate({ to: pathOf(id) })}
      tabLabel={(tab) => t(`imports.status.${tab}`)}
      actions={
        <>
          <UpButton to={paths.managementProjects}>{t("imports.toProjects")}</UpButton>
          {canWrite && <ImportFacts />}
          {canWrite && (
            <BusyButton
              size="sm"
              busy={begin.isPending}
              leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
              onClick={() => begin.mutate()}
            >
              {t("imports.new")}
            </BusyButton>
          )}
        </>
      }
      total={(counted) => t("imports.total", counted)}
    />
  );
}
