import { Button, TextInput, VisuallyHidden } from "@mantine/core";
import type { BankEntry } from "@tonneline/contract/bank";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros } from "../../lib/format.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusInvalidField } from "../../ui/focusInvalidField.ts";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import styles from "./bank.module.css";
import { bookableOrder, type Booking } from "./bank.queries.ts";
import { centsOf, useShares } from "./useShares.ts";

/** Allocates an entry to orders; shows the remainder before it is booked. */
export function BookForm({ entry, booking }: { entry: BankEntry; booking: Booking }) {
  const { t } = useTranslation();
  const shares = useShares(entry, booking);
  const { rows, rest, total } = shares;
  const isReturn = entry.amount < 0;
  const { list, fallback, rememberFocus } = useNextFocus<HTMLInputElement>();
  const [typing, setTyping] = useState(false);
  const spoken = [
    ...rows.map(({ orderId, typed }) =>
      t("bank.one.share", { id: orderId, amount: euros(centsOf(typed) / 100) }),
    ),
    t("bank.one.left", { rest: euros(rest / 100) }),
  ];

  return (
    <section>
      <h3>{t("bank.one.for")}</h3>
      <ul className={styles.shares} ref={list}>
        {rows.map(({ orderId, typed, open }) => (
          <li key={orderId}>
            <span className={styles.two}>
              <b>{t("bank.one.order") + ` ${orderId}`}</b>
              <small>
                {t(`bank.one.${open > 0 || isReturn ? "open" : "nothingOpen"}`, {
                  open: euros(open),
                })}
              </small>
            </span>
            <TextInput
              size="sm"
              inputMode="decimal"
              label={t("bank.one.amount")}
              value={typed}
              error={centsOf(typed) <= 0 && t("bank.one.wrongAmount")}
              onChange={({ currentTarget }) => {
                setTyping(true);
                shares.type(orderId, currentTarget.value);
              }}
              onBlur={() => setTyping(false)}
            />
            <Button
              size="sm"
              variant="subtle"
              aria-label={t("bank.one.remove", { id: orderId })}
              onClick={() => {
                rememberFocus();
                shares.remove(orderId);
              }}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
      <AddOrder
        field={fallback}
        isReturn={isReturn}
        known={rows.map(({ orderId }) => orderId)}
        onAdd={shares.add}
      />
      {/* With each digit of an amount, it would interrupt the typing. */}
      <VisuallyHidden role="status">{!typing && spoken.join(", ")}</VisuallyHidden>
      <p>
        {rows.length === 0
          ? t("bank.one.noOrder")
          : rest < 0
            ? t("bank.one.tooMuch", { over: euros(-rest / 100) })
            : rest > 0 &&
              t(isReturn ? "bank.one.restTaken" : "bank.one.rest", {
                rest: euros(rest / 100),
                amount: euros(total / 100),
              })}
      </p>
      <BusyButton busy={shares.busy} disabled={!shares.isPossible} onClick={shares.submit}>
        {t(isReturn ? "bank.reopen" : "bank.book")}
      </BusyButton>
    </section>
  );
}

/** Finds an order by its number. */
function AddOrder(props: {
  field: RefObject<HTMLInputElement | null>;
  isReturn: boolean;
  known: readonly number[];
  onAdd: (order: { id: number; open: number; received: number }) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  function refuse(why: string) {
    setFailure(why);
    focusInvalidField(props.field.current?.closest("div") ?? null);
  }

  async function find() {
    // Copied order numbers may look like "#10 003".
    const given = typed.replaceAll(/[#\s]/g, "");
    const id = Number(given);
    setFailure("");
    if (given === "") return;
    if (props.known.includes(id)) return setTyped("");
    const unknown = t(props.isReturn ? "bank.one.notPaid" : "bank.one.unknown", { id: given });
    if (!/^\d+$/.test(given)) return refuse(unknown);
    setBusy(true);
    try {
      const order = await bookableOrder(id, props.isReturn);
      if (!order) return refuse(unknown);
      props.onAdd(order);
      setTyped("");
    } catch (error) {
      refuse(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.row}>
      <TextInput
        ref={props.field}
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
