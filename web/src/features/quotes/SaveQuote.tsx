import { useNavigate } from "@tanstack/react-router";
import type { CountryCode } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { isDefinite } from "../../lib/attempts.ts";
import { reasonOf } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useMakeQuote } from "./quotes.queries.ts";
import "../../locales/en/quotes.ts";

/**
 * Makes a quote of the cart and leads to it. `idle` resolves when everything typed is saved. With the
 * same `seen`, another try after a lost answer makes no second one.
 */
export function SaveQuote(props: {
  seen: readonly unknown[];
  countryCode: CountryCode | undefined;
  disabled: boolean;
  idle: () => Promise<void>;
}) {
  const { seen, countryCode, disabled, idle } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const making = useMakeQuote();

  async function save() {
    await idle();
    making.mutate(
      { seen, countryCode },
      {
        onSuccess: ({ id }) => void navigate({ to: paths.quote, params: { id: String(id) } }),
        onError: (error) => {
          const text = isDefinite(error)
            ? t("quotes.make.failed", { reason: reasonOf(error) })
            : t("quotes.make.unknown");
          showToast({ tone: "bad", text });
        },
      },
    );
  }

  return (
    <BusyButton
      variant="default"
      fullWidth
      mt="sm"
      busy={making.isPending}
      disabled={disabled}
      onClick={() => void save()}
    >
      {t("quotes.make.button")}
    </BusyButton>
  );
}
