import { Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ManagedSettings, SiteFile } from "@tonneline/contract/settings";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./settings.module.css";
import { resetFile, uploadFile, useSettingsCache } from "./settings.queries.ts";

interface Props {
  place: SiteFile;
  settings: ManagedSettings;
  canWrite: boolean;
}

/** Uploads a file, or removes it: calls `onRemoved` once the default is back. */
function useSiteFile(place: SiteFile, onRemoved: () => void) {
  const { t } = useTranslation();
  const { store } = useSettingsCache();
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadFile(place, chosen),
    onSuccess: (saved, { name }) => {
      store(saved);
      showToast({ tone: "good", text: t("settings.file.uploaded", { name }) });
    },
  });
  const reset = useMutation({
    mutationFn: () => resetFile(place),
    onSuccess: (saved) => {
      store(saved);
      // Not while pending: the reset would hide an upload that still runs.
      if (upload.isError) upload.reset();
      onRemoved();
      showToast({ tone: "good", text: t("settings.file.removed") });
    },
  });
  return { upload, reset };
}

/** A public file of the site: the current one, its replacement, or a reset to the default. */
export function SiteFileField({ place, settings, canWrite }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const resetInput = useRef<() => void>(null);
  const file = settings.files[place];
  const isLogo = place === "logo";
  const { upload, reset } = useSiteFile(place, () => setAsking(false));
  const label = isLogo ? t("settings.brand.logo") : t(`settings.links.${place}`);
  const action = t(file ? "settings.file.replace" : "settings.file.upload");
  return (
    <div className={styles.file}>
      <div className={styles.fileName}>
        <b>{label}</b>
        {file ? (
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        ) : (
          <span>{isLogo ? t("settings.brand.logoHelp") : t("settings.links.template")}</span>
        )}
      </div>
      {isLogo && file && <img className={styles.logo} src={file.url} alt="" height={24} />}
      {canWrite && (
        <>
          <FileButton
            accept={isLogo ? "image/png,image/jpeg,image/webp,image/avif" : "application/pdf"}
            resetRef={resetInput}
            onChange={(chosen) => {
              // Reset, so that the same file can be chosen again after it was corrected.
              resetInput.current?.();
              if (chosen) upload.mutate(chosen);
            }}
            inputProps={{ "aria-label": label }}
          >
            {(props) => (
              <BusyButton
                {...props}
                variant="default"
                size="sm"
                busy={upload.isPending}
                aria-label={`${action}: ${label}`}
              >
                {action}
              </BusyButton>
            )}
          </FileButton>
          {file && (
            <Button variant="subtle" size="sm" color="red.7" onClick={() => setAsking(true)}>
              {t(isLogo ? "settings.file.removeLogo" : "settings.file.remove")}
            </Button>
          )}
        </>
      )}
      {upload.error && <Banner tone="bad" title={reasonOf(upload.error)} />}
      {asking && file && (
        <ActionDialog
          title={t("settings.file.removeTitle", { name: file.name })}
          text={t("settings.file.removeText")}
          confirm={t(isLogo ? "settings.file.removeLogo" : "settings.file.remove")}
          danger
          busy={reset.isPending}
          failure={reset.error ? reasonOf(reset.error) : undefined}
          onConfirm={() => reset.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
