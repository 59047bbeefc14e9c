import { Button, TextInput } from "@mantine/core";
import type { BankEntry } from "@tonneline/contract/bank";
import { typedEuros } from "@tonneline/contract/typed";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import styles from "./bank.module.css";
import { openOrder, type Booking } from "./bank.queries.ts";
import { useBookOne } from "./useBookOne.ts";

interface Row {
  orderId: number;
  typed: string;
  open: number;
}

const centsOf = (typed: string) => Math.round((typedEuros(typed) ?? 0) * 100);

/** For which orders an entry is booked, and how much each gets; what is left is said before it is booked. */
export function BookForm({ entry, booking }: { entry: BankEntry; booking: Booking }) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<Row[]>(() =>
    entry.orders.map(({ orderId, amount, open }) => ({
      orderId,
      typed: Math.abs(amount).toFixed(2),
      open,
    })),
  );
  const one = useBookOne(booking);
  const isReturn = entry.amount < 0;
  const total = Math.abs(Math.round(entry.amount * 100));
  const given = rows.reduce((cents, { typed }) => cents + centsOf(typed), 0);
  const rest = total - given;
  const isPossible = rest >= 0 && rows.length > 0 && rows.every(({ typed }) => centsOf(typed) > 0);
  const set = (orderId: number, typed: string) =>
    setRows(rows.map((row) => (row.orderId === orderId ? { ...row, typed } : row)));

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
    const found = await Promise.allSettled(rows.map(({ orderId }) => openOrder(orderId)));
    setRows((before) =>
      before.map((row) => {
        const order = found[rows.findIndex(({ orderId }) => orderId === row.orderId)];
        if (order?.status !== "fulfilled") return row;
        return { ...row, open: order.value?.open ?? 0 };
      }),
    );
  }

  return (
    <section>
      <h3>{t("bank.one.for")}</h3>
      <ul className={styles.shares}>
        {rows.map(({ orderId, typed, open }) => (
          <li key={orderId}>
            <span className={styles.two}>
              <b>{t("bank.one.order") + ` ${orderId}`}</b>
              <small>{t("bank.one.open", { open: euros(open) })}</small>
            </span>
            <TextInput
              size="sm"
              inputMode="decimal"
              label={t("bank.one.amount")}
              value={typed}
              error={centsOf(typed) <= 0}
              onChange={({ currentTarget }) => set(orderId, currentTarget.value)}
            />
            <Button
              size="sm"
              variant="subtle"
              aria-label={t("bank.one.remove", { id: orderId })}
              onClick={() => setRows(rows.filter((row) => row.orderId !== orderId))}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
      <AddOrder
        known={rows.map(({ orderId }) => orderId)}
        onAdd={({ id, open }) =>
          setRows([
            ...rows,
            {
              orderId: id,
              open,
              typed: (Math.min(Math.round(open * 100), Math.max(0, rest)) / 100).toFixed(2),
            },
          ])
        }
      />
      <p role="status">
        {rows.length === 0
          ? t("bank.one.noOrder")
          : rest < 0
            ? t("bank.one.tooMuch", { over: euros(-rest / 100) })
            : rest > 0 &&
              t("bank.one.rest", { rest: euros(rest / 100), amount: euros(total / 100) })}
      </p>
      <BusyButton busy={one.busy === entry.id} disabled={!isPossible} onClick={submit}>
        {t(isReturn ? "bank.reopen" : "bank.book")}
      </BusyButton>
    </section>
  );
}

/** Finds an order by its number. */
function AddOrder(props: {
  known: readonly number[];
  onAdd: (order: { id: number; open: number }) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function find() {
    const id = Number(typed.trim());
    if (!id || props.known.includes(id)) return;
    setBusy(true);
    setFailure("");
    try {
      const order = await openOrder(id);
      if (!order) return setFailure(t("bank.one.unknown", { id: typed.trim() }));
      props.onAdd(order);
      setTyped("");
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.row}>
      <TextInput
        size="sm"
        inputMode="numeric"
        label={t("bank.one.number")}
        value={typed}
        error={failure}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === "Enter" && void find()}
      />
      <BusyButton size="sm" variant="default" busy={busy} onClick={() => void find()}>
        {t("bank.one.addOrder")}
      </BusyButton>
    </div>
  );
}
