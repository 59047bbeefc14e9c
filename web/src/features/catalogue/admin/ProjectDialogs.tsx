import { useMutation } from "@tanstack/react-query";
import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import { availabilityStatuses, codeNames } from "@tonneline/contract/catalogue";
import type { ManagedProjectSummary } from "@tonneline/contract/managedProjects";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal, Unreachable } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useProjectChanged } from "../editor/editor.queries.ts";
import { projectChanger, removeProject } from "./admin.queries.ts";
import styles from "./admin.module.css";

export type ProjectAction = "hide" | "show" | "status";

interface BulkProps {
  action: ProjectAction;
  projects: readonly ManagedProjectSummary[];
  onClose: () => void;
}

/** Hides or shows projects, or sets their status, and says of each that failed why. */
export function ChangeProjectsDialog({ action, projects, onClose }: BulkProps) {
  const { t } = useTranslation();
  const { refresh } = useProjectChanged();
  const [change] = useState(() => projectChanger());
  const [status, setStatus] = useState<AvailabilityStatus | "">("");
  const count = projects.length;
  return (
    <BulkDialog
      title={t(`managedProjects.dialog.${action}`, { count })}
      text={t(`managedProjects.dialog.${action}Text`)}
      rows={projects}
      idOf={({ id }) => id}
      rowLabel={({ name }) => name}
      whyOf={reasonOf}
      isLost={(error) => error instanceof Unreachable}
      confirm={t(`managedProjects.${action}Many`, { count })}
      danger={action === "hide"}
      missing={
        action === "status" && status === "" ? t("managedProjects.dialog.statusMissing") : undefined
      }
      act={(project) => change(project, status === "" ? { hidden: action === "hide" } : { status })}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {action === "status" && (
        <SelectField
          data-autofocus
          label={t("managedProjects.dialog.newStatus")}
          data={[
            { value: "", label: t("managedProjects.dialog.choose"), disabled: true },
            ...availabilityStatuses.map((value) => ({ value, label: codeNames[value] })),
          ]}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as AvailabilityStatus)}
        />
      )}
    </BulkDialog>
  );
}

interface DeleteProps {
  project: ManagedProjectSummary;
  onClose: () => void;
}

/** Asks before a project goes; one that is in use stays and says where. */
export function DeleteProjectDialog({ project, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const { refresh } = useProjectChanged();
  const { name } = project;
  const remove = useMutation({
    mutationFn: () => removeProject(project),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("managedProjects.deleted", { name }) });
      await refresh();
      onClose();
    },
  });
  const problem = isRefusal(remove.error, "IN_USE") ? remove.error.problem : undefined;
  const { usedBy = [], usedByCount: count = usedBy.length } = problem ?? {};
  const more = count - usedBy.length;
  return (
    <ActionDialog
      title={t("managedProjects.dialog.delete", { name })}
      text={t("managedProjects.dialog.deleteText")}
      confirm={t("managedProjects.delete")}
      danger
      busy={remove.isPending}
      failure={remove.error && usedBy.length === 0 ? reasonOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {usedBy.length > 0 && (
        <Banner tone="bad" title={t("managedProjects.dialog.inUse", { count })}>
          <ul className={styles.uses}>
            {usedBy.map((each) => (
              <li key={`${each.type}-${each.id}`}>
                {t(`managedProjects.usedBy.${each.type as "order"}`, { name: each.name })}
              </li>
            ))}
            {more > 0 && <li>{t("managedProjects.dialog.more", { count: more })}</li>}
          </ul>
        </Banner>
      )}
    </ActionDialog>
  );
}
