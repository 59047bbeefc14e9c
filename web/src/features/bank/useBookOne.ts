import type { BankEntry } from "@tonneline/contract/bank";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Booking, Share } from "./bank.queries.ts";

/** Books one entry as it is suggested, or as given, with a word and the way back. */
export function useBookOne({ book, unbook }: Booking) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<number>();
  const failed = (error: unknown) => showToast({ tone: "bad", text: reasonOf(error) });

  function undo(entry: BankEntry) {
    unbook.mutate(
      { entry, reason: t("bank.undoReason") },
      {
        onSuccess: () => showToast({ tone: "info", text: t("bank.toast.undone") }),
        onError: failed,
      },
    );
  }

  return {
    busy,
    book(entry: BankEntry, given?: Share[], onFailed?: () => void) {
      const orders =
        given ?? entry.orders.map(({ orderId, amount, open }) => ({ orderId, amount, open }));
      setBusy(entry.id);
      book.mutate(
        { entry, orders },
        {
          onSuccess: (booked) => {
            const ids = orders.map(({ orderId }) => orderId).join(", ");
            showToast({
              tone: "good",
              text: t("bank.toast.booked", { amount: euros(booked.amount), orders: ids }),
              action: { label: t("bank.toast.undo"), onClick: () => undo(booked) },
            });
          },
          onError: (error) => {
            failed(error);
            onFailed?.();
          },
          onSettled: () => setBusy(undefined),
        },
      );
    },
  };
}
