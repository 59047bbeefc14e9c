import type { Problem } from "@tonneline/contract/shapes";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { callFailures, reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { removeIfExists } from "../../lib/removeIfExists.ts";

// The number of uses listed per row; the record's own dialog lists more.
const maxNamed = 3;

interface Props<Row> {
  title: string;
  /** Describes the effect in one sentence. */
  text: string;
  confirm: string;
  rows: readonly Row[];
  remove: (row: Row) => Promise<unknown>;
  /** Some are deleted: lists must be refetched. */
  onActed: () => void;
  onClose: (acted?: boolean) => void;
}

/** Confirms the deletion of several records, and lists the uses of those that could not be deleted. */
export function DeleteManyDialog<Row extends { id: number; name: string }>(props: Props<Row>) {
  const { remove, ...dialog } = props;
  const { t } = useTranslation();
  return (
    <BulkDialog
      {...dialog}
      danger
      idOf={({ id }) => id}
      rowLabel={({ name }) => name}
      {...callFailures}
      reasonOf={(error) =>
        isRefusal(error, "IN_USE") && error.problem.usedBy
          ? usesText(t, error.problem)
          : reasonOf(error)
      }
      act={(row) => removeIfExists(() => remove(row))}
    />
  );
}

function usesText(t: TFunction, { usedBy = [], usedByCount = usedBy.length }: Problem): string {
  const names = usedBy
    .slice(0, maxNamed)
    .map(({ type, name }) => t(`deletion.usedBy.${type}`, { name }));
  const count = usedByCount - names.length;
  if (count > 0) names.push(t("deletion.more", { count, number: whole(count) }));
  return t("deletion.inUse", {
    count: usedByCount,
    number: whole(usedByCount),
    names: names.join("; "),
  });
}
