import { useNavigate } from "@tanstack/react-router";
import type { CountryCode } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { isLost, reasonOf } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useMakeQuote } from "./quotes.queries.ts";
import "../../locales/en/quotes.ts";

/**
 * Creates a quote from the cart and opens it. `idle` resolves once all input is saved. With the same `seen`, a retry
 * after a lost response does not create a second one.
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
          const text = isLost(error)
            ? t("quotes.make.unknown")
            : t("quotes.make.failed", { reason: reasonOf(error) });
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
