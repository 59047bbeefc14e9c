import { Checkbox } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconClock } from "@tabler/icons-react";
import { useRef, useState, type ChangeEvent } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useSite } from "../../lib/site.ts";
import { euros, tonnes } from "../../lib/format.ts";
import styles from "./summary.module.css";
import rows from "./rows.module.css";
import { expectedTonnes, vintagesOf, type CartModel } from "./cart.model.ts";
import { firstToExpire, holdAt } from "./hold.ts";
import { Summary } from "./Summary.tsx";
import { useNow } from "../../lib/useNow.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";

interface Props {
  cart: CartModel;
  company: string;
  /** The sums are being recalculated. */
  busy: boolean;
  /** Whether a colleague must approve it first; undefined if that could not be determined. */
  needsApproval: boolean | undefined;
  /** The order is in flight, or it is not known yet what the button will do. */
  ordering: boolean;
  onOrder: () => Promise<void>;
}

/** Sums, sales terms and the order button. */
export function PlaceOrder({ cart, company, busy, needsApproval, ordering, onOrder }: Props) {
  const { t } = useTranslation();
  const { links } = useSite();
  const terms = useRequiredCheckbox();
  const expected = useRequiredCheckbox();
  const count = expectedTonnes(cart);
  const isOrdering = useRef(false);
  // On narrower screens, the checkboxes and the button are in a bar at the bottom, always in view.
  const isWide = useMediaQuery("(width > 1279px)", undefined, { getInitialValueInEffect: false });
  const total = euros(cart.gross);

  async function order(): Promise<void> {
    const ticks = count > 0 ? [expected, terms] : [terms];
    const open = ticks.filter(({ input }) => !input.checked);
    for (const tick of open) tick.miss();
    if (open[0]) {
      open[0].input.ref.current?.focus();
      return;
    }
    // The second click of a double click arrives before the button has rendered as busy.
    if (isOrdering.current) return;
    isOrdering.current = true;
    await onOrder();
    isOrdering.current = false;
  }

  const label = t(`cart.review.${buttonActionOf(needsApproval, ordering)}`, { total });
  const ticks = (
    <div className={styles.ticks}>
      {count > 0 && (
        <Checkbox
          {...expected.input}
          error={expected.missing && t("cart.review.expectedFirst")}
          label={t("cart.review.acceptExpected", { count, tonnes: tonnes(count) })}
        />
      )}
      <Checkbox
        {...terms.input}
        error={terms.missing && t("cart.review.acceptFirst")}
        label={
          <Trans
            i18nKey="cart.review.accept"
            values={{ company }}
            components={{
              terms: <a href={links.salesTerms} target="_blank" rel="noreferrer" />,
            }}
          />
        }
      />
    </div>
  );
  const button = (
    // Orders need final sums: until then the button shows as busy, rather than ignoring a press silently.
    <BusyButton size="lg" busy={ordering || busy} onClick={() => void order()}>
      {label}
    </BusyButton>
  );
  return (
    <>
      <aside className={styles.aside} aria-label={t("cart.summary.title")}>
        <Summary cart={cart} busy={busy}>
          {isWide && (
            <div className={styles.placing}>
              {ticks}
              {button}
            </div>
          )}
          <EarliestHold cart={cart} />
        </Summary>
      </aside>
      {!isWide && (
        <div className={styles.sticky}>
          {ticks}
          {button}
        </div>
      )}
    </>
  );
}

/** What the button will do, as far as known. */
function buttonActionOf(needsApproval: boolean | undefined, ordering: boolean) {
  if (needsApproval) return "ask";
  return needsApproval === undefined && !ordering ? "orderOrAsk" : "order";
}

/** A checkbox that must be ticked before the order is placed. */
function useRequiredCheckbox() {
  const [checked, setChecked] = useState(false);
  const [missing, setMissing] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setChecked(currentTarget.checked);
    setMissing(false);
  };
  const input = { ref, checked, onChange, "aria-invalid": missing };
  return { input, missing, miss: () => setMissing(true) };
}

function EarliestHold({ cart }: { cart: CartModel }) {
  const { t } = useTranslation();
  const now = useNow();
  const first = firstToExpire(vintagesOf(cart).map((row) => holdAt(row.reservedTo, now)));
  if (!first) return null;
  return (
    <div className={`${rows.hold} ${styles.holdAll} ${rows[first.state] ?? ""}`}>
      <span className={rows.holdText}>
        <IconClock size={14} stroke={2} aria-hidden />
        {first.state === "gone"
          ? t("cart.hold.reviewGone")
          : t("cart.hold.review", { minutes: first.minutes })}
      </span>
    </div>
  );
}
