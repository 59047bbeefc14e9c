import { ActionIcon, Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconShoppingCart } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { isOverdue } from "@tonneline/contract/delivery";
import type { Holding } from "@tonneline/contract/portfolio";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { euros, today, tonnes, whole } from "../../lib/format.ts";
import { ariaDisabled } from "../../ui/ariaDisabled.ts";
import { NoValue } from "../../ui/NoValue.tsx";
import type { Column } from "../../ui/table/DataTable.tsx";
import { CreditTypeTag } from "../catalogue/CreditTypeTag.tsx";
import { Cover } from "../orders/Cover.tsx";
import { averagePrice } from "./holdings.ts";
import styles from "./portfolio.module.css";

interface Actions {
  onRetire: (holding: Holding) => void;
  onBuyAgain: (holding: Holding) => void;
}

/** Returns the columns of the holdings; actions only for members who may use them. */
export function holdingColumns(t: TFunction, does: Actions | undefined): Column<Holding>[] {
  const figure = (name: "purchased" | "inProgress" | "retired" | "available"): Column<Holding> => ({
    name,
    label: t(`portfolio.holdings.${name}`),
    sort: name,
    num: true,
    cell: (holding) => (holding[name] === 0 ? <NoValue /> : whole(holding[name])),
  });
  return [
    ...vintageColumns(t),
    figure("purchased"),
    figure("inProgress"),
    figure("retired"),
    {
      ...figure("available"),
      cell: ({ available }) => (
        <b className={styles.strong}>
          {available === 0 ? <NoValue /> : whole(available)}
          <span className={styles.onlyPhone}> {t("portfolio.holdings.tAvailable")}</span>
        </b>
      ),
    },
    {
      name: "average",
      label: t("portfolio.holdings.average"),
      num: true,
      cell: ({ cost, purchased }) => euros(averagePrice(cost, purchased)),
    },
    {
      name: "cost",
      label: t("portfolio.holdings.cost"),
      num: true,
      cell: ({ cost }) => euros(cost),
    },
    ...(does
      ? [
          {
            name: "action",
            label: t("portfolio.holdings.action"),
            quiet: true,
            cell: (holding: Holding) => (
              <div className={styles.actions}>
                <RetireButton holding={holding} t={t} onRetire={does.onRetire} />
                <BuyAgainButton holding={holding} t={t} onBuyAgain={does.onBuyAgain} />
              </div>
            ),
          },
        ]
      : []),
  ];
}

/** The columns of project and vintage. */
function vintageColumns(t: TFunction): Column<Holding>[] {
  return [
    {
      name: "project",
      label: t("portfolio.holdings.project"),
      sort: "projectName",
      cell: (holding) => (
        <div className={styles.project}>
          <Cover project={{ ...holding, id: holding.projectId }} />
          <div>
            <Link
              to={paths.project}
              params={{ id: String(holding.projectId) }}
              className={styles.name}
              title={holding.projectName}
            >
              {holding.projectName}
            </Link>
            <div className={styles.about}>
              {holding.projectType.name} · {t(`portfolio.claims.${holding.claimType}`)}
            </div>
          </div>
        </div>
      ),
    },
    {
      name: "vintage",
      label: t("portfolio.holdings.vintage"),
      sort: "year",
      latestFirst: true,
      cell: (holding) => (
        <div className={styles.vintage}>
          <b className={styles.strong}>{holding.year}</b>{" "}
          <CreditTypeTag type={holding.creditType} expected={holding.expectedDelivery} />
          <Delivery holding={holding} />
        </div>
      ),
    },
  ];
}

/** States that expected credits are late, or will not be issued. */
function Delivery({ holding: { deliveryState, expectedDelivery } }: { holding: Holding }) {
  const { t } = useTranslation();
  const state = isOverdue(deliveryState, expectedDelivery, today()) ? "LATE" : deliveryState;
  if (state !== "LATE" && state !== "NOT_ISSUED") return null;
  return <div className={styles.about}>{t(`portfolio.holdings.delivery.${state}`)}</div>;
}

/** Returns why none of a holding can be retired; undefined if some can. */
export function retireBlockReason(
  t: TFunction,
  { creditType, available }: Holding,
): string | undefined {
  if (creditType === "EX_ANTE") return t("portfolio.holdings.exAnteWhy");
  return available === 0 ? t("portfolio.holdings.nothingLeft") : undefined;
}

interface RetireProps {
  holding: Holding;
  t: TFunction;
  onRetire: (holding: Holding) => void;
}

/** Opens the dialog; disabled, with the reason, for expected credits and for those that are all retired. */
function RetireButton({ holding, t, onRetire }: RetireProps) {
  const { projectName, year, available, vintageId } = holding;
  const reason = retireBlockReason(t, holding);
  const id = `why-${vintageId}`;
  return (
    <div>
      <Tooltip
        label={reason}
        disabled={!reason}
        multiline
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          variant="light"
          color="mint"
          size="sm"
          className={styles.retireButton}
          aria-label={t("portfolio.holdings.retireOf", {
            project: projectName,
            year,
            amount: tonnes(available),
          })}
          {...(reason && { ...ariaDisabled, "aria-describedby": id })}
          onClick={() => !reason && onRetire(holding)}
        >
          {t("portfolio.holdings.retire")}
        </Button>
      </Tooltip>
      {reason && <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </div>
  );
}

/** Adds as many tonnes as were last bought to the cart. */
function BuyAgainButton(props: {
  holding: Holding;
  t: TFunction;
  onBuyAgain: (holding: Holding) => void;
}) {
  const { holding, t, onBuyAgain } = props;
  const { projectName: project, year, lastBought } = holding;
  if (lastBought === 0) return null;
  const amount = tonnes(lastBought);
  return (
    <Tooltip label={t("portfolio.holdings.buyAgain", { amount })}>
      <ActionIcon
        variant="default"
        size={32}
        className={styles.buyAgain}
        aria-label={t("portfolio.holdings.buyAgainOf", { project, year, amount })}
        onClick={() => onBuyAgain(holding)}
      >
        <IconShoppingCart size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
