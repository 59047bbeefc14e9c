import type { PricePreview } from "@tonneline/contract/prices";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { keyring } from "../../lib/keyring.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { removeStartedChange, storeStartedChange } from "./startedChanges.ts";
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
  const [started, setStarted] = useState(false);
  const rows = preview?.rows ?? [];
  const mounted = useMountedRef();
  const rowLabel = ({ project, year }: PriceChange) =>
    t("prices.dialog.row", { name: project.name, year });
  const start = async (batch: readonly PriceChange[], onDone: (count: number) => void) => {
    setStarted(true);
    let run: number | undefined;
    const onStarted = (id: number) => {
      run = id;
      storeStartedChange({
        id,
        names: Object.fromEntries(batch.map((row) => [row.id, rowLabel(row)])),
      });
    };
    const ended = await startChanges(batch, { idempotencyKey: keyOf(batch), onStarted, onDone });
    // Otherwise the page reports it when it is next opened.
    if (mounted.current && run !== undefined) removeStartedChange(run);
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
        !started && (
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
function useMountedRef() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
