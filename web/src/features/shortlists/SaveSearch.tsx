import { Button, Checkbox } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { NamedDialog } from "../../ui/NamedDialog.tsx";
import { ariaDisabled } from "../../ui/ariaDisabled.ts";
import { showToast } from "../../ui/toast.tsx";
import { useSaveSearch, useSearches } from "./shortlists.queries.ts";
import "../../locales/en/management.ts";
import "../../locales/en/table.ts";
import "../../locales/en/shortlists.ts";

interface Props {
  /** As in the URL. */
  query: string;
  /** The names of its filters. */
  suggested: string;
  /** The search finds nothing yet: it is saved for its alert. */
  alert?: true;
}

/** Saves the current search under a name; once saved, the button says so, and it is inactive until that is known. */
export function SaveSearch({ query, suggested, alert }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data, isPending } = useSearches();
  const isSaved = data?.content.some((search) => search.query === query);
  return (
    <>
      <Button
        variant={alert ? "filled" : "default"}
        leftSection={<IconBookmark size={16} aria-hidden />}
        // Not disabled: once the search is saved, the dialog returns the focus to this button.
        {...((isSaved ?? isPending) ? ariaDisabled : { onClick: () => setOpened(true) })}
      >
        {t(
          isSaved
            ? "shortlists.searchSaved"
            : alert
              ? "shortlists.tellMe"
              : "shortlists.saveSearch",
        )}
      </Button>
      {opened && (
        <SaveDialog query={query} suggested={suggested} onClose={() => setOpened(false)} />
      )}
    </>
  );
}

function SaveDialog({ query, suggested, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const save = useSaveSearch();
  const [name, setName] = useState(suggested.slice(0, 80));
  const [isDaily, setDaily] = useState(true);
  return (
    <NamedDialog
      name={name}
      onName={setName}
      label={t("shortlists.name")}
      maxLength={80}
      missing={t("shortlists.noName")}
      title={t("shortlists.saveSearch")}
      text={t("shortlists.saveText")}
      confirm={t("shortlists.saveSearch")}
      busy={save.isPending}
      failure={save.error ? refusalText(save.error) : undefined}
      onClose={onClose}
      onConfirm={() =>
        save.mutate(
          { name, query, alert: isDaily ? "DAILY" : "NONE" },
          {
            onSuccess: () => {
              showToast({ tone: "good", text: t("shortlists.searchKept", { name }) });
              onClose();
            },
          },
        )
      }
    >
      <Checkbox
        label={t("shortlists.daily")}
        checked={isDaily}
        onChange={(event) => setDaily(event.currentTarget.checked)}
      />
    </NamedDialog>
  );
}
