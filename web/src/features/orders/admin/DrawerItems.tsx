import { creditTypeText } from "@tonneline/contract/delivery";
import type { Order } from "@tonneline/contract/orders";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { euros, perTonne, tonnes } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { useUser } from "../../../lib/session.ts";
import { expectedOf } from "../amounts.ts";
import { Sums } from "../Sums.tsx";
import { useVatNote } from "../useVatNote.ts";
import styles from "./admin.module.css";

/** The items as they were when the order was placed, with the totals below. */
export function DrawerItems({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { items, totalPriceNet: net, totalPriceGross: gross } = order;
  const reports = items.filter(({ productType }) => productType === "DUE_DILIGENCE_REPORT");
  return (
    <>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.id}>
            <span>
              {item.productType === "VINTAGE_CREDITS" ? (
                <ProjectLink project={item.product.project} />
              ) : (
                item.product.reportName
              )}
            </span>
            <b className={styles.strong}>{euros(item.totalPrice)}</b>
            <small>
              {item.productType === "VINTAGE_CREDITS" && `${registryId(item.product.project)} · `}
              {item.productType === "VINTAGE_CREDITS"
                ? t("management.orders.drawer.vintage", {
                    year: item.product.vintage.year,
                    type: creditTypeText(
                      item.product.vintage.creditType.id,
                      item.product.vintage.expectedDelivery,
                    ),
                    claim: t(`cart.review.${item.product.vintage.claimType.id}`),
                    tonnes: tonnes(item.quantity),
                    price: perTonne(item.price),
                  })
                : t("management.orders.drawer.report")}
              {item.productType === "VINTAGE_CREDITS" &&
                item.product.vintage.listPrice !== undefined &&
                ` · ${t("management.orders.drawer.ownPrice")}`}
            </small>
          </li>
        ))}
      </ul>
      <Sums
        sums={{ ...order, net, gross }}
        reports={reports.length}
        expected={expectedOf(order)}
        vatNote={useVatNote(order)}
        forOperators
      />
    </>
  );
}

/** "Verra VCS2250", or the registry alone if there is no external ID. */
function registryId({
  registry,
  externalId,
}: {
  registry: { name: string };
  externalId: string | null;
}) {
  return [registry.name, externalId].filter(Boolean).join(" ");
}

function ProjectLink({ project: { id, name } }: { project: { id: number; name: string } }) {
  const mayRead = useUser()?.permissions.has("projects:read") ?? false;
  if (!mayRead) return name;
  return (
    <Link to={paths.managementProject} search={{ id: String(id) }}>
      {name}
    </Link>
  );
}
