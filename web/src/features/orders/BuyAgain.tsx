import { Button } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useBuyAgain, type Line } from "./useBuyAgain.ts";

interface Props {
  lines: readonly Line[];
  /** Nothing of the order was delivered. */
  isRejected: boolean;
}

/** Opens the cart, which adds these vintages at today's prices. */
export function BuyAgain({ lines, isRejected }: Props) {
  const { t } = useTranslation();
  const buyAgain = useBuyAgain();
  if (lines.length === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconShoppingCart size={16} stroke={1.8} aria-hidden />}
      onClick={() => buyAgain(lines)}
    >
      {t(isRejected ? "orders.one.intoCart" : "orders.one.again")}
    </Button>
  );
}
