import { Button } from "@mantine/core";
import { areas } from "@tonneline/contract/endpoint";
import { hasAllPermissions } from "@tonneline/contract/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { NewButton } from "../../ui/NewButton.tsx";
import { PanelsSkeleton } from "../../ui/PanelsSkeleton.tsx";
import screen from "../../ui/table/ListScreen.module.css";
import styles from "./people.module.css";
import { useRoles, type RoleRow } from "./people.queries.ts";
import "../../locales/en/deletion.ts";
import "../../locales/en/people.ts";
import "../../locales/en/table.ts";
import { DeleteRoleDialog, RoleDialog } from "./RoleDialog.tsx";

type Step = { kind: "save"; role?: RoleRow } | { kind: "delete"; role: RoleRow };

/** /management/roles: what users of the management area may see and do. */
export function RolesPage() {
  const { t } = useTranslation();
  const mine = useUser()?.permissions ?? new Set<string>();
  const canWrite = mine.has("users:write");
  const { data: roles, error, refetch } = useRoles();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  return (
    <>
      <div className={screen.head}>
        <h1>{t("people.roles.title")}</h1>
        {canWrite && (
          <NewButton label={t("people.roles.new")} onClick={() => setStep({ kind: "save" })} />
        )}
      </div>
      <p className={screen.lead}>{t("people.roles.lead")}</p>
      {!roles && !error && (
        <PanelsSkeleton label={t("people.roles.loading")} count={4} height={112} />
      )}
      {!roles && error && (
        <ErrorState
          title={t("people.roles.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      <div className={styles.roles}>
        {roles?.map((role) => (
          <section key={role.id} className={styles.role}>
            <div className={styles.roleHead}>
              <h2>{role.name}</h2>
              <span>{t("people.roles.people", { count: role.users })}</span>
              {canWrite && !role.fixed && hasAllPermissions(mine, role.permissions) && (
                <div className={styles.roleActions}>
                  <Button
                    size="sm"
                    variant="default"
                    onClick={() => setStep({ kind: "save", role })}
                  >
                    {t("people.roles.edit")}
                  </Button>
                  <Button
                    size="sm"
                    variant="outline"
                    color="red.7"
                    onClick={() => setStep({ kind: "delete", role })}
                  >
                    {t("people.roles.delete")}
                  </Button>
                </div>
              )}
            </div>
            <Grants role={role} />
            {role.fixed && <p className={styles.grants}>{t("people.roles.fixed")}</p>}
            {canWrite && !role.fixed && !hasAllPermissions(mine, role.permissions) && (
              <p className={styles.grants}>{t("people.roles.holdsMore")}</p>
            )}
          </section>
        ))}
      </div>
      {step?.kind === "save" && (
        <RoleDialog
          role={roles?.find(({ id }) => id === step.role?.id) ?? step.role}
          onClose={close}
        />
      )}
      {step?.kind === "delete" && <DeleteRoleDialog role={step.role} onClose={close} />}
    </>
  );
}

function Grants({ role }: { role: RoleRow }) {
  const { t } = useTranslation();
  const lines = areas.flatMap((area) => {
    const may = (["read", "write"] as const).filter((action) =>
      role.permissions.includes(`${area}:${action}`),
    );
    if (may.length === 0) return [];
    const actions = may.map((action) => t(`people.roles.${action}`).toLowerCase()).join(", ");
    return [`${t(`people.roles.areas.${area}`)}: ${actions}`];
  });
  return (
    <p className={styles.grants}>{lines.length ? lines.join(" · ") : t("people.roles.none")}</p>
  );
}
