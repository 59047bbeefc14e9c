import type { ComparedVintage } from "@tonneline/contract/compare";
import { useTranslation } from "react-i18next";
import { euros, tonnes, whole } from "../../lib/format.ts";
import { QuantityInput } from "../../ui/QuantityInput.tsx";
import { sellable, type ShopLine } from "../catalogue/shop.ts";
import type { Shop } from "../catalogue/useShop.ts";
import styles from "./compare.module.css";

interface Props {
  vintages: readonly ComparedVintage[];
  shop: Shop;
}

/** The quantity of each vintage and its price; no field if it cannot be bought. */
export function QuantityRow({ vintages, shop }: Props) {
  const { t } = useTranslation();
  const lineOf = (id: number) => shop.lines.find(({ vintage }) => vintage.id === id)!;
  return (
    <>
      <tr>
        <th scope="row">{t("compare.quantity")}</th>
        {vintages.map((one) => (
          <td key={one.id}>
            <Quantity vintage={one} line={lineOf(one.id)} shop={shop} />
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">{t("compare.net")}</th>
        {vintages.map(({ id }) => {
          const { tonnes: amount, netCents, problem } = lineOf(id);
          const isSum = amount > 0 && netCents !== null && !problem;
          return (
            <td key={id} className={styles.figure}>
              {isSum ? euros(netCents / 100) : "–"}
            </td>
          );
        })}
      </tr>
    </>
  );
}

function Quantity(props: { vintage: ComparedVintage; line: ShopLine; shop: Shop }) {
  const { t } = useTranslation();
  const { vintage, line, shop } = props;
  const isOpen = vintage.project.status.id === "AVAILABLE" && sellable(vintage);
  if (!isOpen && line.inCart === 0)
    return <span className={styles.none}>{t("compare.notForSale")}</span>;
  if (vintage.availableCredits === 0 && line.inCart === 0)
    return <span className={styles.none}>{t("compare.soldOut")}</span>;
  const { problem } = line;
  return (
    <div className={styles.quantity}>
      <QuantityInput
        label={t("compare.quantityOf", { name: vintage.project.name, year: vintage.year })}
        value={shop.textOf(line)}
        placeholder="0"
        onChange={(text) => shop.type(vintage.id, text)}
        onEnter={shop.submit}
        error={
          problem &&
          (problem.kind === "notANumber" ? (
            t("projectPage.shop.notANumber")
          ) : (
            <>
              {problem.available === 0
                ? t("projectPage.shop.noneLeft")
                : t("projectPage.shop.tooMany", { tonnes: tonnes(problem.available) })}{" "}
              <button
                type="button"
                className={styles.use}
                onClick={({ currentTarget }) => {
                  // The button disappears with the problem.
                  currentTarget.closest("div")?.querySelector("input")?.focus();
                  shop.type(vintage.id, whole(problem.available));
                }}
              >
                {problem.available === 0
                  ? t("projectPage.shop.useNone")
                  : t("projectPage.shop.use", { tonnes: tonnes(problem.available) })}
              </button>
            </>
          ))
        }
      />
    </div>
  );
}
