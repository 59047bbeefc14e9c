import { Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { failureOf } from "../../lib/failure.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { CartTabs } from "../approvals/CartTabs.tsx";
import { useMayForCompany } from "../company/company.queries.ts";
import styles from "./cart.module.css";
import waiting from "../../ui/waiting.module.css";
import { itemCount, vintagesOf, type CartModel } from "./cart.model.ts";
import { useCart, useAcknowledgeChanges } from "./cart.queries.ts";
import { CartSkeleton } from "./CartSkeleton.tsx";
import { CartSummary } from "./CartSummary.tsx";
import { ChangesBanner } from "./ChangesBanner.tsx";
import { CheckoutSteps } from "./CheckoutSteps.tsx";
import { ProjectGroup } from "./ProjectGroup.tsx";
import { ReportGroup } from "./ReportGroup.tsx";
import { HoldNews } from "./HoldNews.tsx";
import { useRemoval } from "./removal.ts";
import { useAddPassedVintages } from "./useAddPassedVintages.ts";
import "../../locales/en/cart.ts";

/** /cart: the buyer's cart, editable. */
export function CartPage() {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, refetch } = useCart();
  const cart = useAddPassedVintages(data) ? undefined : data;
  return (
    <>
      <h1 className={styles.title}>{t("cart.title")}</h1>
      <CartTabs here="cart" />
      {!cart && !error && (
        <>
          <Skeleton className={waiting.late} height={24} width={460} maw="100%" mb="lg" />
          <CartSkeleton />
        </>
      )}
      {!cart && error && (
        <ErrorState title={t("cart.failed")} {...failureOf(error)} onRetry={() => void refetch()} />
      )}
      {cart && itemCount(cart) === 0 && <EmptyCart cart={cart} />}
      {cart && itemCount(cart) > 0 && <FullCart cart={cart} stale={isPlaceholderData} />}
    </>
  );
}

/** Changes made by others, until the buyer acknowledges them. */
function News({ cart }: { cart: CartModel }) {
  const { mutate: note } = useAcknowledgeChanges();
  const { changes } = cart;
  if (changes.length === 0) return null;
  return (
    <div className={styles.banners}>
      <ChangesBanner changes={changes} onAcknowledge={() => note(cart)} />
    </div>
  );
}

function EmptyCart({ cart }: { cart: CartModel }) {
  const { t } = useTranslation();
  const mayNot = useMayForCompany("buy") === false;
  return (
    <>
      <News cart={cart} />
      <EmptyState
        title={t("cart.empty.title")}
        text={t(mayNot ? "cart.summary.mayNot" : "cart.empty.text")}
        action={{ label: t("cart.empty.action"), to: paths.spot }}
      />
    </>
  );
}

/** `stale`: the sums are those of the previous country, until the server responds. */
function FullCart({ cart, stale }: { cart: CartModel; stale: boolean }) {
  const { t } = useTranslation();
  const { removeVintage, removeReport } = useRemoval();
  const items = useRef<HTMLElement>(null);
  // The pressed button disappears with its row.
  const stayHere = () => items.current?.focus();
  return (
    <>
      <CheckoutSteps current="cart" />
      <div className={styles.checkout}>
        <section
          ref={items}
          tabIndex={-1}
          className={styles.items}
          aria-label={t("cart.itemsLabel")}
        >
          <News cart={cart} />
          <HoldNews rows={vintagesOf(cart)} />
          {cart.projects.map((project) => (
            <ProjectGroup
              key={project.id}
              project={project}
              onRemove={(row) => {
                stayHere();
                void removeVintage(row);
              }}
            />
          ))}
          {cart.reports.length > 0 && (
            <ReportGroup
              reports={cart.reports}
              onRemove={(report) => {
                stayHere();
                void removeReport(report);
              }}
            />
          )}
          <Link to={paths.spot} className={styles.back}>
            <IconArrowLeft size={16} stroke={1.8} aria-hidden />
            {t("cart.back")}
          </Link>
        </section>
        <CartSummary cart={cart} stale={stale} />
      </div>
    </>
  );
}
