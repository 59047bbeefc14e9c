import { Button, Textarea, TextInput } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { CompanyRecord } from "@tonneline/contract/companies";
import type { CompanyVatCheck } from "@tonneline/contract/vatChecks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureByField, failureOf, reasonOf } from "../../../lib/failure.ts";
import { day, dateTime, today } from "../../../lib/format.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { code } from "../../../ui/Facts.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { showToast } from "../../../ui/toast.tsx";
import styles from "./companies.module.css";
import { useCheckVies, useRecordVatCheck, useVatChecks } from "./companies.queries.ts";
import recordStyles from "./record.module.css";

/** The checks of a company's VAT number: by VIES, where the server supports it, or entered by an operator. */
export function VatCheckList(props: { company: CompanyRecord; canWrite: boolean }) {
  const { company, canWrite } = props;
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useVatChecks(company.id, all);
  const ask = useCheckVies(company.id);
  const [keeping, setKeeping] = useState(false);
  const hasNumber = company.details.vatNumber !== null;
  const canCheck = canWrite && hasNumber && company.state !== "CLOSED";
  return (
    <section>
      <h3>{t("companies.vat.title")}</h3>
      {!data && !error && <p role="status">{t("app.loading")}</p>}
      {!data && error && (
        <ErrorState
          title={t("companies.vat.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {ask.error && (
        <Banner tone="bad" title={t("companies.vat.askFailed")}>
          {reasonOf(ask.error)}
        </Banner>
      )}
      {data?.content.length === 0 && (
        <p className={recordStyles.soft}>
          {t(hasNumber ? "companies.vat.none" : "companies.vat.noNumber")}
        </p>
      )}
      {data && data.content.length > 0 && (
        <ul className={styles.rows}>
          {data.content.map((check) => (
            <VatCheckRow key={check.id} check={check} />
          ))}
        </ul>
      )}
      {data && data.totalElements > data.content.length && (
        <Button size="compact-sm" variant="subtle" ml={-16} onClick={() => setAll(true)}>
          {t("companies.vat.all", { count: data.totalElements })}
        </Button>
      )}
      {canCheck && data && (
        <div className={styles.checks}>
          {data.asksVies && (
            <BusyButton size="sm" busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
              {t("companies.vat.ask")}
            </BusyButton>
          )}
          <Button size="sm" variant="default" onClick={() => setKeeping(true)}>
            {t("companies.vat.keep")}
          </Button>
        </div>
      )}
      {keeping && <RecordCheckDialog company={company} onClose={() => setKeeping(false)} />}
    </section>
  );
}

function VatCheckRow({ check }: { check: CompanyVatCheck }) {
  const { t } = useTranslation();
  const isValid = check.result === "VALID";
  const facts = [
    t(`companies.vat.source.${check.source}`, { actor: check.actor }),
    check.registeredName,
    check.consultationNumber,
    check.evidence,
    isValid && t("companies.vat.until", { day: day(check.offeredUntil) }),
  ];
  return (
    <li>
      <span>
        <span className={styles.result}>
          <StatusBadge
            tone={isValid ? "done" : "stop"}
            icon={isValid ? IconCheck : IconX}
            label={t(`companies.vat.result.${check.result}`)}
            dense
          />
          {code(check.vatNumber)}
        </span>
        <small>{facts.filter(Boolean).join(" · ")}</small>
      </span>
      {/* An operator's check has a day but no time. */}
      <small>{(check.source === "OPERATOR" ? day : dateTime)(check.checkedAt)}</small>
    </li>
  );
}

function RecordCheckDialog({ company, onClose }: { company: CompanyRecord; onClose: () => void }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<"" | CompanyVatCheck["result"]>("");
  const [checkedAt, setCheckedAt] = useState(today());
  const [evidence, setEvidence] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const record = useRecordVatCheck(company.id);
  const { errorAt, failure } = failureByField(record.error, ["result", "checkedAt", "evidence"]);
  function confirm() {
    setSubmitted(true);
    if (result === "") return;
    record.mutate(
      { result, checkedAt, ...(evidence.trim() && { evidence }) },
      {
        onSuccess: () => {
          showToast({ tone: "good", text: t("companies.vat.kept", { name: company.name }) });
          onClose();
        },
      },
    );
  }
  return (
    <ActionDialog
      title={t("companies.vat.keepTitle", { number: company.details.vatNumber })}
      text={t("companies.vat.keepText")}
      confirm={t("companies.vat.keepConfirm")}
      busy={record.isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SelectField
        label={t("companies.vat.resultLabel")}
        value={result}
        error={submitted && result === "" ? t("companies.vat.resultMissing") : errorAt("result")}
        data={[
          { value: "", label: t("companies.vat.choose") },
          { value: "VALID", label: t("companies.vat.result.VALID") },
          { value: "INVALID", label: t("companies.vat.result.INVALID") },
        ]}
        onChange={({ currentTarget }) =>
          setResult(currentTarget.value as "" | CompanyVatCheck["result"])
        }
        data-autofocus
      />
      <TextInput
        type="date"
        label={t("companies.vat.day")}
        max={today()}
        value={checkedAt}
        error={errorAt("checkedAt")}
        onChange={({ currentTarget }) => setCheckedAt(currentTarget.value)}
      />
      <Textarea
        label={t("companies.vat.evidence")}
        description={t("companies.vat.evidenceHelp")}
        value={evidence}
        error={errorAt("evidence")}
        onChange={({ currentTarget }) => setEvidence(currentTarget.value)}
        autosize
        minRows={2}
        maxLength={1000}
      />
    </ActionDialog>
  );
}
