import { availabilityStatuses, codeNames } from "@tonneline/contract/codes";
import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import type { ManagedProjectSummary } from "@tonneline/contract/projects";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../../lib/failure.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useProjectCache } from "../editor/editor.queries.ts";
import { changeOne, projectChanges } from "./admin.queries.ts";

export type ProjectAction = "hide" | "show" | "status";

interface BulkProps {
  action: ProjectAction;
  projects: readonly ManagedProjectSummary[];
  onClose: (acted?: boolean) => void;
}

/** Hides or shows projects, or sets their status, and reports the reason for each failure. */
export function ChangeProjectsDialog({ action, projects, onClose }: BulkProps) {
  const { t } = useTranslation();
  const { refresh } = useProjectCache();
  const [changes] = useState(projectChanges);
  const [status, setStatus] = useState<AvailabilityStatus | "">("");
  const count = projects.length;
  const missing =
    action === "status" && status === "" ? t("managedProjects.dialog.statusMissing") : undefined;
  return (
    <BulkDialog
      title={t(`managedProjects.dialog.${action}`, { count })}
      text={t(`managedProjects.dialog.${action}Text`)}
      rows={projects}
      idOf={({ id }) => id}
      rowLabel={({ name }) => name}
      {...callFailures}
      mayRetry={changes.mayRetry}
      confirm={t(`managedProjects.${action}Many`, { count })}
      danger={action === "hide"}
      missing={missing}
      act={(project) => {
        const change = status === "" ? { hidden: action === "hide" } : { status };
        return changes.apply(project, (now) => changeOne(now, change));
      }}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {(submitted) =>
        action === "status" && (
          <SelectField
            data-autofocus
            label={t("managedProjects.dialog.newStatus")}
            data={[
              { value: "", label: t("managedProjects.dialog.choose"), disabled: true },
              ...availabilityStatuses.map((value) => ({ value, label: codeNames[value] })),
            ]}
            error={submitted && missing !== undefined}
            value={status}
            onChange={({ currentTarget }) => setStatus(currentTarget.value as AvailabilityStatus)}
          />
        )
      }
    </BulkDialog>
  );
}
