import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Holding } from "@tonneline/contract/portfolio";
import { retirementPurposes } from "@tonneline/contract/retirements";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { tonnes } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./portfolio.module.css";
import { useRequestRetirement } from "./portfolio.queries.ts";
import { bodyOf, quantityOf, wrongOf, type RetirementDraft } from "./retirementForm.ts";

/** Asks for what a retirement needs. Once something is typed, only its buttons close it. */
export function RetireDialog(props: { holding: Holding; company: string; onClose: () => void }) {
  const { holding, company, onClose } = props;
  const { t } = useTranslation();
  const request = useRequestRetirement();
  const [draft, setDraft] = useState<RetirementDraft>({
    quantity: "",
    beneficiaryName: company,
    purpose: "OWN_EMISSIONS",
    periodFrom: "",
    periodTo: "",
    message: "",
    unnamed: false,
  });
  const [touched, setTouched] = useState(false);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<RetirementDraft>) => {
    setTouched(true);
    request.reset();
    setDraft({ ...draft, ...part });
  };
  const available = tonnes(holding.available);
  const wrong = wrongOf(draft, holding.available);
  const errorAt = (field: keyof typeof wrong) => {
    const key = wrong[field];
    return tried && key ? t(`portfolio.retire.${key}`, { available }) : undefined;
  };
  const quantity = quantityOf(draft.quantity);
  const tooFew = isRefusal(request.error, "INSUFFICIENT_CREDITS");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    request.mutate(bodyOf(draft, holding.vintageId), {
      onSuccess: (done) => {
        const amount = tonnes(done.quantity);
        showToast({ tone: "good", text: t("portfolio.retire.done", { amount }) });
        onClose();
      },
    });
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("portfolio.retire.title")}
      closeOnClickOutside={!touched}
      closeOnEscape={!touched}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        <p>
          {t("portfolio.retire.of", {
            project: holding.projectName,
            year: holding.year,
            available,
          })}
        </p>
        {request.error && !tooFew && <Banner tone="bad" title={refusalText(request.error)} />}
        <TextInput
          label={t("portfolio.retire.quantity")}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={draft.quantity}
          error={tooFew ? refusalText(request.error) : errorAt("quantity")}
          onChange={(event) => change({ quantity: event.currentTarget.value })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => change({ quantity: String(holding.available) })}
        >
          {t("portfolio.retire.use", { available })}
        </Button>
        <TextInput
          label={t("portfolio.retire.beneficiary")}
          value={draft.beneficiaryName}
          error={errorAt("beneficiaryName")}
          onChange={(event) => change({ beneficiaryName: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("portfolio.retire.purpose")}
          value={draft.purpose}
          data={retirementPurposes.map((value) => ({
            value,
            label: t(`portfolio.retire.purposes.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => {
            const purpose = retirementPurposes.find((each) => each === value);
            if (purpose) change({ purpose });
          }}
        />
        {(["periodFrom", "periodTo"] as const).map((field) => (
          <TextInput
            key={field}
            type="date"
            label={`${t(field === "periodFrom" ? "portfolio.retire.from" : "portfolio.retire.to")} (${t("app.form.optional")})`}
            value={draft[field]}
            error={field === "periodTo" ? errorAt("periodTo") : undefined}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
        <Textarea
          label={`${t("portfolio.retire.message")} (${t("app.form.optional")})`}
          maxLength={2000}
          rows={3}
          value={draft.message}
          onChange={(event) => change({ message: event.currentTarget.value })}
        />
        <Checkbox
          label={t("portfolio.retire.unnamed")}
          checked={draft.unnamed}
          onChange={(event) => change({ unnamed: event.currentTarget.checked })}
        />
        <Banner tone="warn" title={t("portfolio.retire.permanent")} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t("portfolio.retire.cancel")}
          </Button>
          <BusyButton type="submit" color="mint" busy={request.isPending}>
            {quantity
              ? t("portfolio.retire.submit", { amount: tonnes(quantity) })
              : t("portfolio.retire.submitEmpty")}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
