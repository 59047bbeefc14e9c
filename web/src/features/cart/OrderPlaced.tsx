import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Order } from "@tonneline/contract/orders";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { usePageTitle } from "../../ui/pageTitle.ts";
import styles from "./OrderPlaced.module.css";
import page from "./cart.module.css";
import { NextSteps } from "./NextSteps.tsx";

/** Stands in place of the checkout when the order exists. */
export function OrderPlaced({ order }: { order: Order }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  const name = t("cart.placed.title", { id: order.id });
  usePageTitle(name);
  useEffect(() => {
    title.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={styles.placed}>
      <div className={styles.tile} aria-hidden>
        <IconCheck size={24} stroke={2} />
      </div>
      <h1 ref={title} tabIndex={-1}>
        {name}
      </h1>
      <p>{t("cart.placed.text", { email: order.invoiceEmail })}</p>
      <NextSteps />
      <div className={styles.placedActions}>
        <Button
          renderRoot={(props) => (
            <Link {...props} to={paths.order} params={{ id: String(order.id) }} />
          )}
        >
          {t("cart.placed.view")}
        </Button>
        <Link to={paths.spot} className={page.back}>
          {t("cart.placed.back")}
        </Link>
      </div>
    </div>
  );
}
