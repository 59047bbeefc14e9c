import type { ComparedVintage } from "@tonneline/contract/compare";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/SelectField.tsx";
import styles from "./compare.module.css";

interface Props {
  vintages: readonly ComparedVintage[];
  /** Indexes of the left and right vintage. */
  pair: readonly number[];
  onChange: (pair: readonly number[]) => void;
}

/** Chooses which two vintages are side by side on narrow screens; choosing the other one swaps them. */
export function PairChoice({ vintages, pair, onChange }: Props) {
  const { t } = useTranslation();
  const data = vintages.map(({ project, year }, place) => ({
    value: String(place),
    // Phones truncate the end, and vintages of one project would look the same.
    label: `${year}, ${project.name}`,
  }));
  const [left = 0, right = 1] = pair;
  return (
    <div className={styles.pair}>
      <SelectField
        label={t("compare.left")}
        value={String(left)}
        data={data}
        onChange={(event) => {
          const place = Number(event.currentTarget.value);
          onChange([place, place === right ? left : right]);
        }}
      />
      <SelectField
        label={t("compare.right")}
        value={String(right)}
        data={data}
        onChange={(event) => {
          const place = Number(event.currentTarget.value);
          onChange([place === left ? right : left, place]);
        }}
      />
    </div>
  );
}
