import { Select } from "@mantine/core";
import type { ManagedUser } from "@tonneline/contract/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { fullName } from "./columns.tsx";
import { saveUser, usePartnerChoices, useRefreshPeople, userChanges } from "./people.queries.ts";

// Not a partner's id: no partner referred them.
const noPartner = "none";

/** Sets the partner who referred several users, or none. */
export function PartnerDialog(props: {
  users: readonly ManagedUser[];
  onClose: (acted?: boolean) => void;
}) {
  const { users, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  const partners = usePartnerChoices(true).data ?? [];
  const [changes] = useState(userChanges);
  const [chosen, setChosen] = useState<string | null>(null);
  const count = users.length;
  return (
    <BulkDialog
      title={t("people.users.partnerMany", { count })}
      text={t("people.users.dialog.partnerManyText")}
      rows={users}
      idOf={({ id }) => id}
      rowLabel={(user) => `${fullName(user)}, ${user.username}`}
      {...callFailures}
      mayRetry={changes.mayRetry}
      confirm={t("people.users.partnerMany", { count })}
      missing={chosen === null ? t("people.users.dialog.partnerMissing") : undefined}
      act={(user) => {
        const referalPartnerId = chosen === noPartner ? null : Number(chosen);
        return changes.apply(user, (now) => saveUser(now, { referalPartnerId }));
      }}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {(submitted) => (
        <Select
          label={t("people.users.drawer.partner")}
          searchable
          data-autofocus
          // Opened on focus, the list would cover the dialog's buttons from the start.
          openOnFocus={false}
          data={[
            { value: noPartner, label: t("people.users.drawer.noPartner") },
            ...partners.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={submitted && chosen === null}
          value={chosen}
          onChange={setChosen}
          nothingFoundMessage={t("people.users.dialog.noSuchPartner")}
        />
      )}
    </BulkDialog>
  );
}
