import { Button } from "@mantine/core";
import type { PriceList } from "@tonneline/contract/priceLists";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf, recordFailure } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { RecordDrawer } from "../../ui/RecordDrawer.tsx";
import { showToast } from "../../ui/toast.tsx";
import { PriceListForm } from "./PriceListForm.tsx";
import { usePriceList, useRemovePriceList } from "./priceLists.queries.ts";

interface Props {
  /** "" while no list is open. */
  id: string;
  /** Shows a new list, whatever is open. */
  adding: boolean;
  canWrite: boolean;
  /** The company that a new list is for, on the page of a single company. */
  company: string | undefined;
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** The drawer of a price list, existing or new. */
export function PriceListDrawer({ id, adding, canWrite, company, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const record = usePriceList(adding ? "" : id);
  const [removing, setRemoving] = useState<PriceList>();
  const list = adding ? undefined : record.data;
  return (
    <RecordDrawer
      title={adding ? t("priceLists.new") : (list?.name ?? t("priceLists.title"))}
      opened={adding || id !== ""}
      onClose={onClose}
      failure={
        adding
          ? undefined
          : recordFailure(record, {
              failed: t("priceLists.oneFailed"),
              missing: t("priceLists.missing"),
            })
      }
      actions={
        list && (
          <>
            <span>{t(`priceLists.state.${list.state}`)}</span>
            {canWrite && (
              <Button size="sm" variant="outline" color="red.7" onClick={() => setRemoving(list)}>
                {t("priceLists.delete")}
              </Button>
            )}
          </>
        )
      }
    >
      {(adding || list) && (
        <>
          <PriceListForm
            key={list?.id ?? "new"}
            list={list}
            company={company}
            canWrite={canWrite}
            onAdded={onAdded}
          />
          {removing && (
            <RemoveDialog
              list={removing}
              onRemoved={onClose}
              onClose={() => setRemoving(undefined)}
            />
          )}
        </>
      )}
    </RecordDrawer>
  );
}

function RemoveDialog(props: { list: PriceList; onRemoved: () => void; onClose: () => void }) {
  const { list, onRemoved, onClose } = props;
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemovePriceList();
  const close = () => {
    showToast({ tone: "good", text: t("priceLists.deleted") });
    onClose();
    onRemoved();
  };
  return (
    <ActionDialog
      title={t("priceLists.deleteTitle", { name: list.name })}
      text={t("priceLists.deleteText", { count: list.companies.length })}
      confirm={t("priceLists.delete")}
      danger
      busy={isPending}
      failure={error ? reasonOf(error) : undefined}
      onConfirm={() => mutate(list.id, { onSuccess: close })}
      onClose={onClose}
    />
  );
}
