import { Button } from "@mantine/core";
import { IconCheck, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros, whole } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { sumEuros } from "../../lib/sumEuros.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useBankFigures, type Booking } from "./bank.queries.ts";

interface Props {
  /** The number of certain matches. */
  sure: number;
  canWrite: boolean;
  booking: Booking;
  onAdd: () => void;
}

/** Links to statements and rules, and actions on the whole list; asks for confirmation if a statement is missing. */
export function BankActions({ sure, canWrite, booking, onAdd }: Props) {
  const { t } = useTranslation();
  const { data } = useBankFigures();
  const [asking, setAsking] = useState(false);
  const { isPending } = booking.bookSure;
  const hasGap = (data?.gaps.length ?? 0) > 0;
  const book = () => bookSure(booking, t, () => setAsking(false));
  return (
    <>
      <Button component={Link} to={paths.managementBankRules} variant="default" size="sm">
        {t("bank.rules.link")}
      </Button>
      <Button component={Link} to={paths.managementRefunds} variant="default" size="sm">
        {t("bank.refunds.link")}
      </Button>
      <Button component={Link} to={paths.managementStatements} variant="default" size="sm">
        {t("bank.statements.open")}
      </Button>
      {canWrite && sure > 0 && (
        <BusyButton
          size="sm"
          variant="default"
          busy={isPending}
          leftSection={<IconCheck size={16} stroke={1.8} aria-hidden />}
          onClick={() => (hasGap ? setAsking(true) : book())}
        >
          {t("bank.bookSure", { count: sure })}
        </BusyButton>
      )}
      {canWrite && (
        <Button
          size="sm"
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          onClick={onAdd}
        >
          {t("bank.add")}
        </Button>
      )}
      {asking && (
        <ActionDialog
          title={t("bank.gap.askTitle")}
          text={t("bank.gap.askText")}
          confirm={t("bank.bookSure", { count: sure })}
          busy={isPending}
          failure={undefined}
          onConfirm={book}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function bookSure(booking: Booking, t: TFunction, onSettled: () => void) {
  booking.bookSure.mutate(undefined, {
    onSuccess: ({ results }) => {
      const booked = results.filter(({ status }) => status === "BOOKED");
      const left = results.filter(({ status }) => status === "REFUSED");
      const sum = euros(sumEuros(booked.map(({ amount }) => amount)));
      const text = t("bank.toast.sure", { count: booked.length, sum });
      if (booked.length > 0) showToast({ tone: "good", text });
      const detail = left[0]?.detail ?? "";
      if (left.length > 0)
        showToast({
          tone: "warn",
          text: t("bank.toast.left", { number: whole(left.length), detail }),
        });
    },
    onError: (error) => showToast({ tone: "bad", text: reasonOf(error) }),
    onSettled,
  });
}
