import { Button } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";

/** Leads to the cart, which takes these vintages up at today's prices. */
export function BuyAgain(props: {
  lines: readonly { vintageId: number; credits: number }[];
  className?: string | undefined;
}) {
  const { lines, className } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (lines.length === 0) return null;
  return (
    <Button
      variant="default"
      className={className}
      leftSection={<IconShoppingCart size={16} stroke={1.8} aria-hidden />}
      onClick={() => void navigate({ to: paths.cart, state: { again: [...lines] } })}
    >
      {t("orders.one.again")}
    </Button>
  );
}
