import { typedTonnes } from "@tonneline/contract/typed";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../lib/format.ts";
import { QuantityInput } from "../../ui/QuantityInput.tsx";
import styles from "./shop.module.css";
import type { Problem, ShopLine } from "./shop.ts";
import type { Shop } from "./useShop.ts";

/** The field for the tonnes of a vintage, and what is wrong with them. */
export function VintageQuantity({ line, shop }: { line: ShopLine; shop: Shop }) {
  const { t } = useTranslation();
  const { vintage, problem } = line;
  const text = shop.textOf(line);

  function reformat() {
    const number = typedTonnes(text);
    if (typeof number === "number" && line.changed) shop.type(vintage.id, whole(number));
  }

  return (
    <div className={styles.quantity}>
      <QuantityInput
        label={t("projectPage.shop.tonnesOf", { year: vintage.year })}
        value={text}
        placeholder="0"
        onChange={(typed) => shop.type(vintage.id, typed)}
        onBlur={reformat}
        onEnter={shop.submit}
        error={problem && <ProblemText line={line} problem={problem} shop={shop} />}
      />
      {line.inCart > 0 && !problem && (
        <span className={styles.inCart}>
          {t("projectPage.shop.inCart", { tonnes: tonnes(line.inCart) })}
        </span>
      )}
    </div>
  );
}

/** Why a quantity is not available, with a button that enters what is. */
function ProblemText(props: { line: ShopLine; problem: Problem; shop: Shop }) {
  const { t } = useTranslation();
  const { line, problem, shop } = props;
  if (problem.kind === "notANumber") return t("projectPage.shop.notANumber");
  const { available } = problem;
  return (
    <>
      {available === 0
        ? t("projectPage.shop.noneLeft")
        : t("projectPage.shop.tooMany", { tonnes: tonnes(available) })}{" "}
      <button
        type="button"
        className={styles.use}
        onClick={({ currentTarget }) => {
          // The button disappears with the problem.
          currentTarget.closest("div")?.querySelector("input")?.focus();
          shop.type(line.vintage.id, whole(available));
        }}
      >
        {available === 0
          ? t("projectPage.shop.useNone")
          : t("projectPage.shop.use", { tonnes: tonnes(available) })}
      </button>
    </>
  );
}
