import { Button, type ButtonProps } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import type { Order } from "@tonneline/contract/orders";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { euros, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import "../../locales/en/orders.ts";
import { expectedOf } from "./amounts.ts";

/** Opens a draft in the user's own mail program; the app sends nothing. */
export function Forward({ order, ...button }: { order: Order } & ButtonProps) {
  const { t } = useTranslation();
  const subject = t("orders.forward.subject", { id: order.id });
  const mail = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(bodyOf(t, order))}`;
  return (
    <Button
      variant="default"
      component="a"
      href={`mailto:?${mail}`}
      leftSection={<IconMailForward size={16} stroke={1.8} aria-hidden />}
      {...button}
    >
      {t("orders.forward.action")}
    </Button>
  );
}

/** Lists what was bought, one item per line, and links to the rest for colleagues with an account. */
function bodyOf(t: TFunction, order: Order): string {
  const expected = expectedOf(order);
  const issued = order.totalCredits - expected;
  const reports = order.items.length - order.items.filter(isVintage).length;
  const hasVat = order.totalPriceGross > order.totalPriceNet;
  const path = paths.order.replace("$id", String(order.id));
  return [
    t("orders.forward.status", { id: order.id, status: t(`orders.status.${order.status}`) }),
    issued > 0 && t("orders.forward.issued", { tonnes: tonnes(issued) }),
    expected > 0 && t("orders.forward.expected", { tonnes: tonnes(expected) }),
    reports > 0 && t("orders.forward.reports", { number: reports }),
    t(hasVat ? "orders.forward.withVat" : "orders.forward.withoutVat", {
      total: euros(order.totalPriceGross),
    }),
    order.purchaseOrderNumber && t("orders.forward.po", { number: order.purchaseOrderNumber }),
    "",
    t("orders.forward.link"),
    `${window.location.origin}${path}`,
  ]
    .filter((line) => typeof line === "string")
    .join("\r\n");
}

function isVintage({ productType }: Order["items"][number]): boolean {
  return productType === "VINTAGE_CREDITS";
}
