import type { ManagedUser } from "@tonneline/contract/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { fullName } from "./columns.tsx";
import { saveUser, useRefreshPeople, userChanges } from "./people.queries.ts";

/** Grants the role User to those who await admission, and lists why individual ones failed. */
export function AdmitDialog(props: {
  users: readonly ManagedUser[];
  roleId: number;
  onClose: (acted?: boolean) => void;
}) {
  const { users, roleId, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  const [changes] = useState(userChanges);
  const title = t("people.users.admitMany", { count: users.length });
  return (
    <BulkDialog
      title={title}
      text={t("people.users.admitText")}
      rows={users}
      idOf={({ id }) => id}
      rowLabel={(user) => `${fullName(user)}, ${user.username}, ${user.companyName}`}
      {...callFailures}
      mayRetry={changes.mayRetry}
      confirm={title}
      act={(user) => changes.apply(user, (now) => saveUser(now, { roleId }))}
      onActed={() => void refresh()}
      onClose={onClose}
    />
  );
}
