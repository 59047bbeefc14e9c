import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { IconBell, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useSaveSearch, useSearches } from "./shortlists.queries.ts";
import "../../locales/en/shortlists.ts";

interface Props {
  project: Pick<ProjectSummary, "id" | "name" | "externalId" | "status" | "creditTypes">;
}

/** Saves a search for this single project while it is on sale, with a daily alert: it finds nothing before. */
export function AvailabilityAlert({ project }: Props) {
  const { t } = useTranslation();
  const save = useSaveSearch();
  // The words are for the list that the search opens.
  const query = new URLSearchParams({
    project: String(project.id),
    q: project.externalId ?? project.name,
    availableOnly: "true",
  }).toString();
  const searches = useSearches();
  const isSaved = searches.data?.content.some((search) => search.query === query) ?? false;
  const { status, creditTypes } = project;
  const event =
    status.id === "SOLD_OUT" ? "back" : creditTypes.includes("EX_POST") ? "onSale" : "issued";
  const text = isSaved ? t("shortlists.awaiting") : t(`shortlists.tell.${event}`);
  const Icon = isSaved ? IconCheck : IconBell;

  function saveAlert() {
    const name = project.name.slice(0, 80).trim();
    save.mutate(
      { name, query, alert: "DAILY" },
      {
        onSuccess: () => showToast({ tone: "good", text: t("shortlists.awaited", { name }) }),
        onError: (error) => showToast({ tone: "bad", text: refusalText(error) }),
      },
    );
  }

  return (
    <BusyButton
      variant="default"
      size="sm"
      leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
      // A duplicate search would send every alert twice.
      disabled={searches.isPending || isSaved}
      busy={save.isPending}
      aria-label={`${text}: ${project.name}`}
      onClick={saveAlert}
    >
      {text}
    </BusyButton>
  );
}
