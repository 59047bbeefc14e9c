import { Checkbox, VisuallyHidden } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { areas, type Permission } from "@tonneline/contract/endpoint";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { NamedDialog } from "../../ui/NamedDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { DeleteDialog } from "../deletion/DeleteDialog.tsx";
import styles from "./people.module.css";
import {
  loadRoleUses,
  removeRole,
  saveRole,
  useRefreshPeople,
  type RoleRow,
} from "./people.queries.ts";

type Version = Pick<RoleRow, "version">;
const unsaved: Version = { version: 0 };
/** What to save, and the role that it is based on. */
interface SaveRequest {
  existing: RoleRow | undefined;
  values: Parameters<typeof saveRole>[1];
}

/** Creates a role, or changes the given one: its name and permissions. */
export function RoleDialog({ role, onClose }: { role: RoleRow | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  // Untouched fields follow the list: saving another change must not restore a permission that a colleague has
  // revoked.
  const [typedName, setTypedName] = useState<string>();
  const name = typedName ?? role?.name ?? "";
  const [chosen, setChosen] = useState<Choices>(new Map());
  const granted = withChoices(role?.permissions ?? [], chosen);
  const { version, adopt } = useFormVersion<Version>(role ?? unsaved, true);
  const save = useMutation({
    mutationFn: ({ existing, values }: SaveRequest) => saveRole(existing, values),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("people.roles.saved") });
      await refresh();
      onClose();
    },
    // Refetching the list loads the current role, so that a retry is based on it.
    onError: async (error) => {
      if (isRefusal(error, "VERSION_CONFLICT")) adopt();
      if (isRefusal(error, "VERSION_CONFLICT") || isRefusal(error, "NOT_FOUND")) await refresh();
    },
  });
  const failure = isRefusal(save.error, "VERSION_CONFLICT")
    ? t("people.roles.conflict", { who: reasonOf(save.error) })
    : isRefusal(save.error, "NOT_FOUND")
      ? t("people.roles.gone")
      : save.error && reasonOf(save.error);

  return (
    <NamedDialog
      title={role ? role.name : t("people.roles.new")}
      text={t("people.roles.lead")}
      confirm={t(role ? "people.roles.save" : "people.roles.create")}
      busy={save.isPending}
      failure={failure ?? undefined}
      label={t("people.roles.name")}
      maxLength={60}
      missing={t("people.roles.nameMissing")}
      refused={fieldErrorsOf(save.error).find(({ path }) => path === "name")?.message}
      name={name}
      onName={(typed) => {
        // The server's error was about the previous input.
        save.reset();
        setTypedName(typed);
      }}
      onConfirm={() =>
        save.mutate({
          existing: role && { ...role, version },
          values: { name, permissions: [...granted] as Permission[] },
        })
      }
      onClose={onClose}
    >
      <Rights
        granted={granted}
        onChoose={(choices) => setChosen((before) => new Map([...before, ...choices]))}
      />
    </NamedDialog>
  );
}

/** Permissions that were ticked or unticked. */
type Choices = ReadonlyMap<string, boolean>;

function withChoices(permissions: readonly string[], choices: Choices): ReadonlySet<string> {
  const granted = new Set(permissions);
  for (const [permission, isGranted] of choices) {
    if (isGranted) granted.add(permission);
    else granted.delete(permission);
  }
  return granted;
}

interface RightsProps {
  granted: ReadonlySet<string>;
  onChoose: (choices: Choices) => void;
}

/** The permissions to read and write in each area; operators cannot grant permissions that they lack. */
function Rights({ granted, onChoose }: RightsProps) {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;

  /** Writing requires reading. */
  function toggle(area: (typeof areas)[number], action: "read" | "write") {
    const isGranted = !granted.has(`${area}:${action}`);
    const choices = new Map([[`${area}:${action}`, isGranted]]);
    if (action === "write" && isGranted) choices.set(`${area}:read`, true);
    if (action === "read" && !isGranted) choices.set(`${area}:write`, false);
    onChoose(choices);
  }

  return (
    <table className={styles.matrix}>
      <VisuallyHidden component="caption">{t("people.roles.caption")}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t("people.roles.area")}</th>
          <th scope="col">{t("people.roles.read")}</th>
          <th scope="col">{t("people.roles.write")}</th>
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area}>
            <th scope="row">{t(`people.roles.areas.${area}`)}</th>
            {(["read", "write"] as const).map((action) => (
              <td key={action}>
                <label className={styles.tick}>
                  <Checkbox
                    aria-label={`${t(`people.roles.areas.${area}`)}: ${t(`people.roles.${action}`)}`}
                    checked={granted.has(`${area}:${action}`)}
                    disabled={!mine?.has(`${area}:${action}`)}
                    onChange={() => toggle(area, action)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Confirms the deletion of a role; one that users have cannot be deleted. */
export function DeleteRoleDialog({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  return (
    <DeleteDialog
      title={t("people.roles.deleteTitle", { name: role.name })}
      text={t("people.roles.deleteText")}
      confirm={t("people.roles.delete")}
      recordKey={["roles", role.id]}
      loadUses={(signal) => loadRoleUses(role, signal)}
      inUse={(count) => t("people.roles.inUse", { count })}
      remove={() => removeRole(role)}
      onDeleted={async () => {
        showToast({ tone: "good", text: t("people.roles.deleted") });
        await refresh();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
