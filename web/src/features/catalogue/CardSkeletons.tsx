import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./card.module.css";
import waiting from "../../ui/waiting.module.css";

/** How many skeletons are shown while cards load. */
export const waitingCards = 6;

/** Placeholders in the shape of cards, so that nothing moves when the cards arrive. */
export function CardSkeletons({ count = waitingCards }: { count?: number }) {
  const { t } = useTranslation();
  const cards = Array.from({ length: count }, (_, index) => index);
  return (
    <ul
      className={`${styles.cards} ${waiting.late}`}
      aria-busy
      aria-label={t("catalogue.list.loading")}
    >
      {cards.map((card) => (
        <CardSkeleton key={card} />
      ))}
    </ul>
  );
}

/** The placeholder of a single card. */
export function CardSkeleton() {
  return (
    <li className={styles.skeleton} aria-hidden>
      <div className={styles.cover}>
        <Skeleton height="100%" radius="md" />
      </div>
      <Skeleton height={14} width="40%" mt={8} />
      <Skeleton height={18} width="90%" />
      <Skeleton height={18} width="65%" />
      <Skeleton height={13} width="50%" />
      <Skeleton height={22} width="60%" mt={16} />
      <Skeleton height={4} />
      <Skeleton height={40} />
    </li>
  );
}
