import type { PricePreview } from "@tonneline/contract/prices";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { keyring } from "../../lib/keyring.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { removeBegunChange, storeBegunChange } from "./begun.ts";
import { PreviewList } from "./PreviewList.tsx";
import { startChanges, useRefreshPrices, type PriceChange } from "./prices.queries.ts";

interface Props {
  title: string;
  /** The changes; undefined while unknown. */
  preview: PricePreview | undefined;
  /** Why it cannot be started yet. */
  missing: string | undefined;
  onClose: (acted?: boolean) => void;
  /** The form for the change; once `submitted`, a missing field is marked as invalid. */
  children: ReactNode | ((submitted: boolean) => ReactNode);
}

/** Previews a change of prices, and applies it in one run that continues if the page is left. */
export function ChangeDialog({ title, preview, missing, onClose, children }: Props) {
  const { t } = useTranslation();
  const refresh = useRefreshPrices();
  const [keyOf] = useState(keyring);
  const [begun, setBegun] = useState(false);
  const rows = preview?.rows ?? [];
  const isShown = useShown();
  const rowLabel = ({ project, year }: PriceChange) =>
    t("prices.dialog.row", { name: project.name, year });
  const start = async (given: readonly PriceChange[], onDone: (count: number) => void) => {
    setBegun(true);
    let run: number | undefined;
    const onBegun = (id: number) => {
      run = id;
      storeBegunChange({
        id,
        names: Object.fromEntries(given.map((row) => [row.id, rowLabel(row)])),
      });
    };
    const ended = await startChanges(given, { idempotencyKey: keyOf(given), onBegun, onDone });
    // Otherwise the page reports it when it is next opened.
    if (isShown.current && run !== undefined) removeBegunChange(run);
    return ended;
  };
  return (
    <BulkDialog
      title={title}
      text={t("prices.dialog.text")}
      rows={rows}
      idOf={({ id }) => id}
      rowLabel={rowLabel}
      {...callFailures}
      confirm={t("prices.dialog.confirm", { count: rows.length })}
      missing={missing}
      act={async (row) => {
        const failure = (await start([row], () => undefined)).get(row.id);
        if (failure) throw failure;
      }}
      actOnMany={start}
      successText={(count) => t("prices.dialog.done", { count })}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {/* A started run continues, and is retried, as previewed: a different change needs a new dialog. */}
      {(submitted) =>
        !begun && (
          <>
            {typeof children === "function" ? children(submitted) : children}
            {preview && <PreviewList preview={preview} />}
          </>
        )
      }
    </BulkDialog>
  );
}

/** Whether the component is still mounted, for work that outlives it. */
function useShown() {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
