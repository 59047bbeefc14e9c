import type { BankEntry } from "@tonneline/contract/bank";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { bookableOrder, type Booking } from "./bank.queries.ts";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useBookOne } from "./useBookOne.ts";

interface Row {
  orderId: number;
  typed: string;
  /** The amount due of the order in euros, as last seen. */
  open: number;
}

/** Parses euros as typed into cents; 0 for anything that is not an amount. */
export const centsOf = (typed: string) => Math.round((typedEuros(typed) ?? 0) * 100);

const rowsOf = ({ orders }: BankEntry): Row[] =>
  orders.map(({ orderId, amount, open }) => ({
    orderId,
    typed: Math.abs(amount).toFixed(2),
    open,
  }));

/** What the operator can change: the amount due is only read again after a refusal. */
const allocationOf = (rows: Row[]) =>
  JSON.stringify(rows.map(({ orderId, typed }) => [orderId, typed]));

/**
 * The allocation of an entry to orders while it is edited: `total` and `rest` are cents; the rest is negative if too
 * much is allocated.
 */
export function useShares(entry: BankEntry, booking: Booking) {
  const [filled, setFilled] = useState({ version: entry.version, rows: rowsOf(entry) });
  const [rows, setRows] = useState(filled.rows);
  const isTyped = allocationOf(rows) !== allocationOf(filled.rows);
  // A colleague's booking may change the suggestion: show the new one, unless something was typed.
  if (entry.version !== filled.version && !isTyped) {
    const now = { version: entry.version, rows: rowsOf(entry) };
    setFilled(now);
    setRows(now.rows);
  }
  useUnsaved(isTyped);
  const one = useBookOne(booking);
  const isReturn = entry.amount < 0;
  const total = Math.abs(Math.round(entry.amount * 100));
  const allocated = rows.reduce((cents, { typed }) => cents + centsOf(typed), 0);
  const rest = total - allocated;
  const isPossible = rest >= 0 && rows.length > 0 && rows.every(({ typed }) => centsOf(typed) > 0);

  function submit() {
    const shares = rows.map(({ orderId, typed, open }) => ({
      orderId,
      open,
      amount: ((isReturn ? -1 : 1) * centsOf(typed)) / 100,
    }));
    one.book(entry, shares, () => void reloadOpenAmounts());
  }

  /** A colleague may have booked first: show the current amounts due, and keep the input. */
  async function reloadOpenAmounts() {
    const found = await Promise.allSettled(
      rows.map(({ orderId }) => bookableOrder(orderId, isReturn)),
    );
    setRows((before) =>
      before.map((row) => {
        const order = found[rows.findIndex(({ orderId }) => orderId === row.orderId)];
        if (order?.status !== "fulfilled") return row;
        return { ...row, open: order.value?.open ?? 0 };
      }),
    );
  }

  return {
    rows,
    total,
    rest,
    isPossible,
    busy: one.isBusy(entry),
    type: (orderId: number, typed: string) =>
      setRows(rows.map((row) => (row.orderId === orderId ? { ...row, typed } : row))),
    remove: (orderId: number) => setRows(rows.filter((row) => row.orderId !== orderId)),
    /**
     * Presets the rest of the entry, up to the order's amount due or, for a returned payment, up to what it had received; all of
     * it if nothing is due.
     */
    add({ id, open, received }: { id: number; open: number; received: number }) {
      const max = isReturn ? Math.round(received * 100) : Math.round(open * 100) || total;
      const typed = (Math.min(max, Math.max(0, rest)) / 100).toFixed(2);
      setRows([...rows, { orderId: id, open, typed }]);
    },
    submit,
  };
}
