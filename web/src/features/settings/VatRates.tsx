import { Button, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { countryNames } from "@tonneline/contract/countries";
import { typedPercent } from "@tonneline/contract/percents";
import { vatRate, type ManagedSettings, type VatRate } from "@tonneline/contract/settings";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../lib/countries.ts";
import { fieldErrorsOf, refusalText } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { day, today } from "../../lib/format.ts";
import { removeIfExists } from "../../lib/removeIfExists.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusInvalidField } from "../../ui/focusInvalidField.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "./settings.module.css";
import { addRate, removeRate, useSettingsCache } from "./settings.queries.ts";

/** The standard rates with the days from which they apply. */
export function VatRates({ settings, canWrite }: { settings: ManagedSettings; canWrite: boolean }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [removing, setRemoving] = useState<VatRate>();
  const seller = settings.seller.countryCode;
  const country = countryNames[seller];
  const rates = settings.vatRates.filter(({ countryCode }) => all || countryCode === seller);
  return (
    <section className={styles.section} aria-labelledby="set-vat">
      <div className={styles.about}>
        <h2 id="set-vat">{t("settings.vat.title")}</h2>
        <p>{t("settings.vat.text")}</p>
        <Button variant="subtle" size="sm" px={0} onClick={() => setAll(!all)}>
          {all ? t("settings.vat.sellers", { country }) : t("settings.vat.all")}
        </Button>
      </div>
      <div className={styles.fields}>
        <table className={styles.rates}>
          <thead>
            <tr>
              <th scope="col">{t("settings.vat.country")}</th>
              <th scope="col">{t("settings.vat.from")}</th>
              <th scope="col">{t("settings.vat.percent")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rates.map((rate) => (
              <tr key={`${rate.countryCode} ${rate.validFrom}`}>
                <th scope="row">{countryNames[rate.countryCode]}</th>
                <td>{day(rate.validFrom)}</td>
                <td>{rate.percent}</td>
                <td>
                  {t(`settings.vat.${stateOf(rate, settings.vatRates)}`)}
                  {canWrite && rate.validFrom > today() && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      color="red.7"
                      onClick={() => setRemoving(rate)}
                    >
                      {t("settings.vat.remove")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {canWrite && <NewRate country={seller} />}
      </div>
      {removing && <RemoveRateDialog rate={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

function stateOf(rate: VatRate, rates: readonly VatRate[]): "now" | "later" | "before" {
  if (rate.validFrom > today()) return "later";
  const newer = rates.some(
    ({ countryCode, validFrom }) =>
      countryCode === rate.countryCode && validFrom > rate.validFrom && validFrom <= today(),
  );
  return newer ? "before" : "now";
}

/** Adds a rate, and returns the errors by field. */
function useNewRate(onAdded: () => void) {
  const { t } = useTranslation();
  const { refresh } = useSettingsCache();
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const add = useMutation({
    mutationFn: addRate,
    onSuccess: async () => {
      onAdded();
      showToast({ tone: "good", text: t("settings.vat.added") });
      await refresh();
    },
    onError: (error) => {
      const fields = fieldErrorsOf(error).map(({ path, message }) => [path, message]);
      setWrong(fields.length > 0 ? Object.fromEntries(fields) : { all: refusalText(error) });
      // If a colleague's change caused the refusal, the refetched table shows it.
      void refresh();
    },
  });
  return { add, wrong, setWrong };
}

function NewRate({ country }: { country: VatRate["countryCode"] }) {
  const { t } = useTranslation();
  const [countryCode, setCountryCode] = useState<string>(country);
  const [validFrom, setValidFrom] = useState("");
  const [percent, setPercent] = useState("");
  const [rateToConfirm, setRateToConfirm] = useState<VatRate>();
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(validFrom !== "" || percent !== "");
  const { add, wrong, setWrong } = useNewRate(() => {
    setValidFrom("");
    setPercent("");
  });
  useEffect(() => focusInvalidField(form.current), [wrong]);

  function submit() {
    const typed = typedPercent(percent) ?? Number.NaN;
    const parsed = vatRate.safeParse({ countryCode, validFrom, percent: typed });
    setWrong({});
    // A rate that applies at once cannot be removed.
    if (parsed.success && parsed.data.validFrom <= today()) setRateToConfirm(parsed.data);
    else if (parsed.success) add.mutate(parsed.data);
    else
      setWrong(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])),
      );
  }

  return (
    <>
      <form
        ref={form}
        className={styles.newRate}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) submit();
        }}
      >
        <Select
          label={t("settings.vat.country")}
          searchable
          allowDeselect={false}
          data={countryChoices}
          value={countryCode}
          error={wrong.countryCode}
          onChange={(chosen) => setCountryCode(chosen ?? country)}
        />
        <TextInput
          label={t("settings.vat.from")}
          type="date"
          min={today()}
          value={validFrom}
          error={wrong.validFrom}
          onChange={({ currentTarget }) => setValidFrom(currentTarget.value)}
        />
        <TextInput
          label={t("settings.vat.percent")}
          inputMode="decimal"
          value={percent}
          error={wrong.percent}
          onChange={({ currentTarget }) => setPercent(currentTarget.value)}
        />
        <BusyButton type="submit" variant="default" busy={add.isPending}>
          {t("settings.vat.add")}
        </BusyButton>
        {wrong.all && <Banner tone="bad" title={wrong.all} />}
      </form>
      {rateToConfirm && (
        <ConfirmRateDialog
          rate={rateToConfirm}
          onConfirm={() => {
            setRateToConfirm(undefined);
            add.mutate(rateToConfirm);
          }}
          onClose={() => setRateToConfirm(undefined)}
        />
      )}
    </>
  );
}

/** Confirms adding a rate that cannot be removed. */
function ConfirmRateDialog(props: { rate: VatRate; onConfirm: () => void; onClose: () => void }) {
  const { rate, onConfirm, onClose } = props;
  const { t } = useTranslation();
  return (
    <ActionDialog
      title={t("settings.vat.atOnceTitle", {
        country: countryNames[rate.countryCode],
        percent: rate.percent,
      })}
      text={t("settings.vat.atOnceText")}
      confirm={t("settings.vat.add")}
      busy={false}
      failure={undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

function RemoveRateDialog({ rate, onClose }: { rate: VatRate; onClose: () => void }) {
  const { t } = useTranslation();
  const { refresh } = useSettingsCache();
  const remove = useMutation({
    mutationFn: () => removeIfExists(() => removeRate(rate)),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("settings.vat.removed") });
      await refresh();
      onClose();
    },
    onError: refresh,
  });
  const country = countryNames[rate.countryCode];
  return (
    <ActionDialog
      title={t("settings.vat.removeTitle", { country, from: day(rate.validFrom) })}
      text={t("settings.vat.removeText")}
      confirm={t("settings.vat.remove")}
      danger
      busy={remove.isPending}
      failure={remove.error ? reasonOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
