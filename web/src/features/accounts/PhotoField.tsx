import { Button, FileButton } from "@mantine/core";
import { maxPhotoBytes, type getMe } from "@tonneline/contract/accounts";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ariaDisabled } from "../../ui/ariaDisabled.ts";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import styles from "./DetailsPage.module.css";
import { useChangePhoto } from "./me.queries.ts";

const accepted = "image/jpeg,image/png,image/webp,image/avif";

/** Saves the photo as soon as it is chosen. */
export function PhotoField({ me }: { me: ResponseOf<typeof getMe> }) {
  const { t } = useTranslation();
  const change = useChangePhoto();
  const resetInput = useRef<() => void>(null);
  const { fallback, rememberFocus } = useNextFocus<HTMLButtonElement>();
  const initials = me.firstName.charAt(0) + me.lastName.charAt(0);

  function choose(photo: File | null): void {
    // Reset, so that the same file can be chosen again after a failure.
    resetInput.current?.();
    if (photo) change.mutate(photo);
  }

  function remove(): void {
    rememberFocus();
    change.mutate(undefined);
  }

  const error = change.error && textOf(change.error);
  function textOf(failure: Error): string {
    if (isRefusal(failure, "UNSUPPORTED_MEDIA_TYPE")) return t("account.details.photoKind");
    if (isRefusal(failure, "PAYLOAD_TOO_LARGE")) return t("account.details.photoSize");
    return reasonOf(failure);
  }

  return (
    <div className={styles.photo}>
      {me.avatar ? (
        <img className={styles.portrait} src={me.avatar} alt={t("account.details.photo")} />
      ) : (
        <span className={styles.portrait} aria-hidden>
          {initials}
        </span>
      )}
      <div className={styles.buttons}>
        <FileButton accept={accepted} resetRef={resetInput} onChange={choose}>
          {(props) => (
            <BusyButton variant="default" busy={change.isPending} {...props} ref={fallback}>
              {t(me.avatar ? "account.details.photoReplace" : "account.details.photoAdd")}
            </BusyButton>
          )}
        </FileButton>
        {me.avatar && (
          <Button variant="subtle" {...(change.isPending ? ariaDisabled : { onClick: remove })}>
            {t("account.details.photoRemove")}
          </Button>
        )}
        <span className={styles.help}>
          {t("account.details.photoHelp", { megabytes: maxPhotoBytes / 1024 / 1024 })}
        </span>
        {error && (
          <span role="alert" className={styles.error}>
            {error}
          </span>
        )}
      </div>
    </div>
  );
}
