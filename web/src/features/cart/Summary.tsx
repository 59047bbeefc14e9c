import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Sums } from "../orders/Sums.tsx";
import { expectedTonnes, type CartModel } from "./cart.model.ts";
import { useAmount } from "./useAmount.ts";

interface Props {
  cart: CartModel;
  /** A change is in flight: the figures are from before it. */
  busy: boolean;
  before?: ReactNode;
  children?: ReactNode;
}

/** The panel with the sums; changes are politely announced to screen readers. */
export function Summary({ cart, busy, before, children }: Props) {
  const { t } = useTranslation();
  const spoken = t("cart.summary.spoken", {
    amount: useAmount(cart),
    net: euros(cart.net),
    vat: euros(cart.vatAmount),
    total: euros(cart.gross),
  });
  return (
    <Panel title={t("cart.summary.title")}>
      {before}
      <Sums sums={cart} reports={cart.reports.length} expected={expectedTonnes(cart)} busy={busy} />
      <VisuallyHidden role="status">{busy ? "" : spoken}</VisuallyHidden>
      {children}
    </Panel>
  );
}
