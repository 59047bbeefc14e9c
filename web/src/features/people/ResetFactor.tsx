import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ManagedUser } from "@tonneline/contract/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { fullName } from "./columns.tsx";
import { resetFactor, useRefreshPeople } from "./people.queries.ts";

/** Removes the second factor of a user who has lost it, after a confirmation. */
export function ResetFactor({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  const [asking, setAsking] = useState(false);
  const name = fullName(user);
  const reset = useMutation({
    mutationFn: () => resetFactor(user.id),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("people.users.factor.done", { name }) });
      setAsking(false);
      await refresh();
    },
  });
  return (
    <section>
      <h3>{t("people.users.factor.title")}</h3>
      <p>{t("people.users.factor.text")}</p>
      <Button size="sm" variant="outline" color="red.7" mt="sm" onClick={() => setAsking(true)}>
        {t("people.users.factor.reset")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("people.users.factor.ask", { name })}
          text={t("people.users.factor.askText", { name })}
          confirm={t("people.users.factor.reset")}
          danger
          busy={reset.isPending}
          failure={reset.error ? reasonOf(reset.error) : undefined}
          onConfirm={() => reset.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
