import { Button, Menu } from "@mantine/core";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Kept } from "./KeptRow.tsx";
import { useDropVintage, useKeepVintage } from "./shortlists.queries.ts";

const mostCompared = 6;

interface Props {
  list: Shortlist;
  others: readonly Shortlist[];
  chosen: readonly Kept[];
  onDone: () => void;
}

/** What can be done with the chosen vintages of a shortlist: compare them, move them to another list, take them off. */
export function KeptActions({ list, others, chosen, onDone }: Props) {
  const { t } = useTranslation();
  const keep = useKeepVintage();
  const drop = useDropVintage();
  const count = chosen.length;

  /** Each by itself: what was refused stays chosen and is told. */
  async function each(work: (one: Kept) => Promise<unknown>, done: () => void) {
    try {
      await Promise.all(chosen.map(work));
      onDone();
      done();
    } catch (error) {
      showToast({
        tone: "bad",
        text: t("shortlists.failed", { reason: refusalText(error as Error) }),
      });
    }
  }

  const keepOn =
    (id: number) =>
    ({ vintageId, note }: Kept) =>
      keep.mutateAsync({ id, vintageId, note });
  const takeOff = ({ vintageId }: Kept) => drop.mutateAsync({ id: list.id, vintageId });

  const remove = () =>
    each(takeOff, () =>
      showToast({
        tone: "good",
        text: t("shortlists.removedMany", { count }),
        action: {
          label: t("shortlists.undo"),
          onClick: () => void Promise.all(chosen.map(keepOn(list.id))),
        },
      }),
    );
  const move = (to: Shortlist) =>
    each(
      // Kept there before it is taken off here: a crash in between leaves it on both.
      async (one) => {
        await keepOn(to.id)(one);
        await takeOff(one);
      },
      () => showToast({ tone: "good", text: t("shortlists.moved", { count, list: to.name }) }),
    );

  return (
    <>
      {count > 1 && count <= mostCompared && (
        <Button
          size="sm"
          renderRoot={(button) => (
            <Link
              to={paths.compare}
              search={{ v: chosen.map(({ vintageId }) => vintageId).join() }}
              {...button}
            />
          )}
        >
          {t("shortlists.compare", { count })}
        </Button>
      )}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="sm" variant="outline" color="white">
              {t("shortlists.move")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((other) => (
              <Menu.Item key={other.id} onClick={() => void move(other)}>
                {other.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        size="sm"
        variant="outline"
        color="white"
        loading={drop.isPending}
        onClick={() => void remove()}
      >
        {t("shortlists.remove")}
      </Button>
    </>
  );
}
