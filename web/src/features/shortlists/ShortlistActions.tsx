import { Button, Menu } from "@mantine/core";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import type { ShortlistItem } from "./ShortlistRow.tsx";
import { useMoves } from "./useMoves.ts";

const maxCompared = 6;

interface Props {
  list: Shortlist;
  others: readonly Shortlist[];
  chosen: readonly ShortlistItem[];
  onDone: () => void;
}

/** The actions on the selected vintages of a shortlist: compare, move to another list, remove. */
export function ShortlistActions({ list, others, chosen, onDone }: Props) {
  const { t } = useTranslation();
  const { move, remove, isRemoving } = useMoves(list, chosen, onDone);
  const count = chosen.length;

  return (
    <>
      {count > 1 && count <= maxCompared && (
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
      <BusyButton
        size="sm"
        variant="outline"
        color="white"
        busy={isRemoving}
        onClick={() => void remove()}
      >
        {t("shortlists.remove")}
      </BusyButton>
    </>
  );
}
