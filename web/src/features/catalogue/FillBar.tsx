import { Button, Checkbox, TextInput } from "@mantine/core";
import { typedEuros, typedTonnes } from "@tonneline/contract/typed";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { euros, tonnes, whole } from "../../lib/format.ts";
import { useUsername } from "../../lib/session.ts";
import "../../locales/en/finding.ts";
import { QuantityInput } from "../../ui/QuantityInput.tsx";
import { loadNeed } from "./need.ts";
import styles from "./fill.module.css";
import { fillQuantities } from "./fill.ts";
import type { Shop } from "./useShop.ts";

/** The tonnes requested and found. */
interface Outcome {
  found: number;
  need: number;
  maxPrice: number | undefined;
}

/** "I need … t, at most … per tonne": spreads a need over the vintages, whose quantities remain editable. */
export function FillBar({ shop }: { shop: Shop }) {
  const { t } = useTranslation();
  const username = useUsername();
  const [need, setNeed] = useState(() => loadNeed(username));
  const [price, setPrice] = useState("");
  const [withExpected, setWithExpected] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [submitted, setSubmitted] = useState(false);
  const [amount, limit] = [typedTonnes(need), typedEuros(price)];
  /** The outcome applies only to the input it was computed from. */
  const typing = (set: (text: string) => void) => (text: string) => {
    set(text);
    setOutcome(undefined);
  };
  const hasExpected = shop.lines.some(({ vintage }) => vintage.creditType.id === "EX_ANTE");

  function fill(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!amount || limit === undefined) return setOutcome(undefined);
    const request = { tonnes: amount, maxPrice: limit ?? undefined, withExpected };
    const filled = fillQuantities(shop.lines, request, shop.inCartOf);
    for (const { vintage, inCart } of shop.lines) {
      const chosen = filled.tonnes.get(vintage.id) ?? inCart;
      shop.type(vintage.id, chosen === 0 ? "" : whole(chosen));
    }
    setOutcome({ found: filled.found, need: amount, maxPrice: request.maxPrice });
  }

  return (
    <form className={styles.bar} onSubmit={fill} aria-label={t("finding.fill.title")} noValidate>
      <div className={styles.part}>
        <span>{t("finding.fill.need")}</span>
        <QuantityInput
          label={t("finding.fill.needLabel")}
          value={need}
          placeholder="1,000"
          onChange={typing(setNeed)}
          error={submitted && !amount && t("finding.fill.needMissing")}
        />
      </div>
      <div className={styles.part}>
        <span>{t("finding.fill.atMost")}</span>
        <TextInput
          className={styles.price}
          inputMode="decimal"
          aria-label={t("finding.fill.atMostLabel")}
          error={limit === undefined}
          placeholder={t("finding.fill.anyPrice")}
          value={price}
          onChange={({ currentTarget }) => typing(setPrice)(currentTarget.value)}
        />
        <span>{t("finding.fill.perTonne")}</span>
      </div>
      {hasExpected && (
        <Checkbox
          checked={withExpected}
          onChange={({ currentTarget }) => setWithExpected(currentTarget.checked)}
          label={t("finding.fill.withExpected")}
        />
      )}
      <Button type="submit" variant="default">
        {t("finding.fill.fill")}
      </Button>
      <p role="status" className={styles.status}>
        {limit === undefined ? t("finding.fill.noPrice") : outcome && <Found {...outcome} />}
      </p>
    </form>
  );
}

function Found({ found, need, maxPrice }: Outcome) {
  const { t } = useTranslation();
  const facts = { found: tonnes(found), need: tonnes(need), price: euros(maxPrice ?? 0) };
  if (found >= need) return t("finding.fill.all", facts);
  return t(maxPrice === undefined ? "finding.fill.some" : "finding.fill.someUnder", facts);
}
