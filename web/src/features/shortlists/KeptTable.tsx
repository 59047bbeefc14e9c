import { Button } from "@mantine/core";
import { creditTypeText } from "@tonneline/contract/delivery";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { euros, shortDay, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Tag } from "../../ui/Tag.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useDropVintage, useKeepVintage } from "./shortlists.queries.ts";
import styles from "./shortlists.module.css";

type Kept = Shortlist["vintages"][number];

/** What a shortlist holds, with what has changed since each was kept. */
export function KeptTable({ list }: { list: Shortlist }) {
  const { t } = useTranslation();
  if (list.vintages.length === 0) return <p className={styles.none}>{t("shortlists.nothing")}</p>;
  return (
    <div className={styles.wrap}>
      <table className={styles.table}>
        <caption>{list.name}</caption>
        <thead>
          <tr>
            <th scope="col">{t("shortlists.project")}</th>
            <th scope="col">{t("shortlists.vintage")}</th>
            <th scope="col">{t("shortlists.price")}</th>
            <th scope="col">{t("shortlists.forSale")}</th>
            <th scope="col">{t("shortlists.action")}</th>
          </tr>
        </thead>
        <tbody>
          {list.vintages.map((kept) => (
            <KeptRow key={kept.vintageId} listId={list.id} kept={kept} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeptRow({ listId, kept }: { listId: number; kept: Kept }) {
  const { t } = useTranslation();
  const drop = useDropVintage();
  const keep = useKeepVintage();
  const { vintage, vintageId, note } = kept;
  const { project, creditType } = vintage;
  const entry = { id: listId, vintageId };
  const failed = (error: Error) => showToast({ tone: "bad", text: refusalText(error) });
  const undo = { label: t("shortlists.undo"), onClick: () => keep.mutate({ ...entry, note }) };
  const removed = () =>
    showToast({
      tone: "good",
      text: t("shortlists.removed", { name: project.name }),
      action: undo,
    });
  return (
    <tr>
      <th scope="row">
        <Link to={paths.project} params={{ id: String(project.id) }}>
          {project.name}
        </Link>
        <span>{[project.projectType.name, project.registry.name].join(" · ")}</span>
        {note && <q>{note}</q>}
      </th>
      <td data-label={t("shortlists.vintage")}>
        <b>{vintage.year}</b>{" "}
        <Tag
          label={creditTypeText(creditType.id, vintage.expectedDelivery)}
          dashed={creditType.id === "EX_ANTE"}
        />
      </td>
      <td data-label={t("shortlists.price")}>
        <b>{vintage.price === null ? t("catalogue.card.priceOnRequest") : euros(vintage.price)}</b>
        <PriceChange kept={kept} />
      </td>
      <td data-label={t("shortlists.forSale")}>
        {vintage.availableCredits === 0
          ? t("shortlists.soldOut")
          : tonnes(vintage.availableCredits)}
      </td>
      <td>
        <Button
          variant="default"
          size="sm"
          loading={drop.isPending}
          aria-label={t("shortlists.removeNamed", { name: project.name, year: vintage.year })}
          onClick={() => drop.mutate(entry, { onSuccess: removed, onError: failed })}
        >
          {t("shortlists.remove")}
        </Button>
      </td>
    </tr>
  );
}

function PriceChange({ kept: { vintage, priceThen, addedAt } }: { kept: Kept }) {
  const { t } = useTranslation();
  if (vintage.price === null || priceThen === null) return null;
  const cents = Math.round((vintage.price - priceThen) * 100);
  if (cents === 0) return <span>{t("shortlists.unchanged")}</span>;
  const change = `${cents > 0 ? "+" : ""}${euros(cents / 100)}`;
  return <span>{t("shortlists.since", { change, day: shortDay(addedAt) })}</span>;
}
