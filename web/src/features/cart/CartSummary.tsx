import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { useChosenCountry, useDrafts } from "../company/company.draft.ts";
import { useMayForCompany } from "../company/company.queries.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { CountrySelect } from "../company/CountrySelect.tsx";
import { SaveQuote } from "../quotes/SaveQuote.tsx";
import styles from "./summary.module.css";
import { vintagesOf, type CartModel } from "./cart.model.ts";
import { useCartBusy, useCartIdle } from "./cart.queries.ts";
import { StickySum } from "./StickySum.tsx";
import { Summary } from "./Summary.tsx";

/** Continues once all input is saved; otherwise focuses the first field that could not be saved. */
function useContinue() {
  const navigate = useNavigate();
  const idle = useCartIdle();
  const [waiting, setWaiting] = useState(false);
  async function continueToPayment(): Promise<void> {
    setWaiting(true);
    await idle();
    setWaiting(false);
    // Fields show an error one render after the queue is idle.
    await new Promise((resolve) => setTimeout(resolve));
    const wrong = document.querySelector<HTMLElement>("main [data-quantity][aria-invalid=true]");
    if (wrong) wrong.focus();
    else await navigate({ to: paths.paymentDetails });
  }
  return { waiting, continueToPayment: () => void continueToPayment() };
}

/** What a quote of the cart depends on: its contents, and how long each item is held. */
const quoteBasis = (cart: CartModel) => [
  cart.version,
  ...vintagesOf(cart).map(({ reservedTo }) => reservedTo),
];

/**
 * The sums next to the items, with the invoice country, which determines the VAT; small screens also get a bar with
 * the total.
 */
export function CartSummary({ cart, stale }: { cart: CartModel; stale: boolean }) {
  const { t } = useTranslation();
  const username = useUsername();
  const chooseCountry = useDrafts((drafts) => drafts.chooseCountry);
  const chosen = useChosenCountry(username);
  const busy = useCartBusy() || stale;
  const { waiting, continueToPayment } = useContinue();
  const idle = useCartIdle();
  const unavailable = vintagesOf(cart).filter((row) => !row.purchasable).length;
  const mayNot = useMayForCompany("buy") === false;
  const unavailableText =
    unavailable > 0 ? t("cart.summary.off", { count: unavailable }) : undefined;
  const disabled = unavailable > 0 || mayNot;
  const button = { onClick: continueToPayment, busy: waiting, disabled, size: "lg" };
  return (
    <>
      <aside className={styles.aside} aria-label={t("cart.summary.title")}>
        <Summary
          cart={cart}
          busy={busy}
          before={
            <CountrySelect
              label={t("cart.summary.country")}
              description={t("cart.summary.countryHelp")}
              inputWrapperOrder={["label", "input", "description"]}
              value={chosen ?? cart.countryCode}
              onChange={(countryCode) => chooseCountry(username, countryCode)}
              mb="lg"
            />
          }
        >
          {mayNot && <p className={styles.offNote}>{t("cart.summary.mayNot")}</p>}
          {unavailableText && <p className={styles.offNote}>{unavailableText}</p>}
          <BusyButton className={`${styles.actions} ${styles.onlyDesk}`} fullWidth {...button}>
            {t("cart.summary.continue")}
          </BusyButton>
          <SaveQuote seen={quoteBasis(cart)} countryCode={chosen} disabled={disabled} idle={idle} />
          <p className={styles.later}>{t("cart.summary.later")}</p>
        </Summary>
      </aside>
      <div className={styles.sticky}>
        <StickySum cart={cart} busy={busy} />
        <BusyButton {...button}>{t("cart.summary.continueShort")}</BusyButton>
      </div>
    </>
  );
}
