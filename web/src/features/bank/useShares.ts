import type { BankEntry } from "@tonneline/contract/bank";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { bookableOrder, type Booking } from "./bank.queries.ts";
import { useBookOne } from "./useBookOne.ts";

interface Row {
  orderId: number;
  typed: string;
  /** Euros that the order still has open, as they were last seen. */
  open: number;
}

/** Cents of euros as they are typed; 0 for what is no sum. */
export const centsOf = (typed: string) => Math.round((typedEuros(typed) ?? 0) * 100);

const rowsOf = ({ orders }: BankEntry): Row[] =>
  orders.map(({ orderId, amount, open }) => ({
    orderId,
    typed: Math.abs(amount).toFixed(2),
    open,
  }));

/** How an entry is shared among orders while it is typed: `total` and `rest` are cents, the rest below zero if too much. */
export function useShares(entry: BankEntry, booking: Booking) {
  const [filled, setFilled] = useState({ version: entry.version, rows: rowsOf(entry) });
  const [rows, setRows] = useState(filled.rows);
  // What it is for may be another by a colleague's booking: shown unless something was typed.
  if (entry.version !== filled.version && rows === filled.rows) {
    const now = { version: entry.version, rows: rowsOf(entry) };
    setFilled(now);
    setRows(now.rows);
  }
  const one = useBookOne(booking);
  const isReturn = entry.amount < 0;
  const total = Math.abs(Math.round(entry.amount * 100));
  const given = rows.reduce((cents, { typed }) => cents + centsOf(typed), 0);
  const rest = total - given;
  const isPossible = rest >= 0 && rows.length > 0 && rows.every(({ typed }) => centsOf(typed) > 0);

  function submit() {
    const shares = rows.map(({ orderId, typed, open }) => ({
      orderId,
      open,
      amount: ((isReturn ? -1 : 1) * centsOf(typed)) / 100,
    }));
    one.book(entry, shares, () => void lookAgain());
  }

  /** A colleague may have been quicker: shows what is open by now, and keeps what was typed. */
  async function lookAgain() {
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
    /** With as much of the rest as the order has open, or of what the bank took back as it had received. */
    add({ id, open, received }: { id: number; open: number; received: number }) {
      const most = Math.round((isReturn ? received : open) * 100);
      const typed = (Math.min(most, Math.max(0, rest)) / 100).toFixed(2);
      setRows([...rows, { orderId: id, open, typed }]);
    },
    submit,
  };
}
