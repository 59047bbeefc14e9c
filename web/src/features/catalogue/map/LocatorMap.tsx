import { useTranslation } from "react-i18next";
import "../../../locales/en/catalogue.ts";
import "../../../locales/en/finding.ts";
import { countryName } from "../useNames.ts";
import { LocatorSkeleton } from "./LocatorSkeleton.tsx";
import { useShapes } from "./map.queries.ts";
import styles from "./map.module.css";
import { around } from "./world.ts";

/** A project's location: its country among its neighbours. If there is no shape, or it fails to load, text only. */
export function LocatorMap({ countries }: { countries: readonly string[] }) {
  const { t } = useTranslation();
  const shapes = useShapes();
  const names = countries.map(countryName).join(", ");
  const own = shapes.data?.filter(({ code }) => code !== undefined && countries.includes(code));
  const [first] = own ?? [];
  if (countries.length === 0) return null;
  if (shapes.isPending) return <LocatorSkeleton />;
  return (
    <figure className={styles.locator}>
      {first && (
        <svg
          viewBox={around(own!.map(({ box }) => box)).join(" ")}
          role="img"
          aria-label={t("finding.map.locator", { countries: names })}
        >
          {shapes.data!.map(({ code, path, isDot }, nth) => {
            const isOwn = own!.some((shape) => shape.code === code);
            if (isDot && !isOwn) return null;
            return (
              <path key={code ?? nth} d={path} className={isOwn ? styles.shade3 : styles.land} />
            );
          })}
        </svg>
      )}
      <figcaption>
        {t("finding.map.where", { countries: names })}.{" "}
        {first && `${t("finding.map.locatorNote")} ${t("finding.map.source")}.`}
      </figcaption>
    </figure>
  );
}
