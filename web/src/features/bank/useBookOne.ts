import type { BankEntry } from "@tonneline/contract/bank";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros } from "../../lib/format.ts";
import { sumEuros } from "../../lib/sumEuros.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Booking, Share } from "./bank.queries.ts";

/**
 * Books one entry as suggested, or as given, and confirms it by a toast that offers to undo it. Works for each entry,
 * even if the next is booked before its response arrives, and wherever in the app the operator is by then.
 */
export function useBookOne({ book, unbook }: Booking) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const failed = (error: unknown) => showToast({ tone: "bad", text: reasonOf(error) });

  async function undo(entry: BankEntry): Promise<void> {
    try {
      await unbook.mutateAsync({ entry, reason: t("bank.undoReason") });
      showToast({ tone: "info", text: t("bank.toast.undone") });
    } catch (error) {
      failed(error);
    }
  }

  async function bookOne(entry: BankEntry, shares?: Share[], onFailed?: () => void) {
    const orders =
      shares ?? entry.orders.map(({ orderId, amount, open }) => ({ orderId, amount, open }));
    setBusy((others) => new Set([...others, entry.id]));
    try {
      const booked = await book.mutateAsync({ entry, orders });
      const ids = orders.map(({ orderId }) => orderId).join(", ");
      // The remainder goes to no order, so it is left out.
      const amount = euros(sumEuros(orders.map((order) => order.amount)));
      showToast({
        tone: "good",
        text: t("bank.toast.booked", { amount, orders: ids }),
        action: { label: t("bank.toast.undo"), onClick: () => void undo(booked) },
      });
    } catch (error) {
      failed(error);
      onFailed?.();
    } finally {
      setBusy((before) => new Set([...before].filter((id) => id !== entry.id)));
    }
  }

  return {
    isBusy: (entry: BankEntry) => busy.has(entry.id),
    book: (entry: BankEntry, shares?: Share[], onFailed?: () => void) =>
      void bookOne(entry, shares, onFailed),
  };
}
