import { Button, TextInput } from "@mantine/core";
import { maxRules } from "@tonneline/contract/priceLists";
import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { DateField } from "../../ui/DateField.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { SearchMultiSelect } from "../../ui/SearchMultiSelect.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { emptyRule } from "./form.ts";
import { ListPreview } from "./ListPreview.tsx";
import { NamedPrices } from "./NamedPrices.tsx";
import { useCompanyChoices } from "./priceLists.queries.ts";
import styles from "./priceLists.module.css";
import { useCompanyRecord } from "../company/admin/companies.queries.ts";
import { RuleFields } from "./RuleFields.tsx";
import { usePriceListForm, type FormOf } from "./usePriceListForm.ts";

/** A price list: its companies, its validity, its rules and prices, and their effect on the vintages on sale. */
export function PriceListForm({ canWrite, ...of }: FormOf & { canWrite: boolean }) {
  const { t } = useTranslation();
  const { list, company = "" } = of;
  // With many companies, the given one may not be among the first found.
  const named = useCompanyRecord(list ? "" : company).data;
  const findsCompanies = useUser()?.permissions.has("users:read") ?? false;
  const { form, rules, submit, summary, preview, isReadable } = usePriceListForm(of);
  const { errors, isSubmitting, isDirty } = form.formState;
  const field = (name: "name" | "validFrom" | "validUntil") => ({
    label: t(`priceLists.form.${name}`),
    error: errors[name]?.message,
    readOnly: !canWrite,
    ...form.register(name),
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={summary.message ?? errors.root?.message} />
      <TextInput {...field("name")} data-autofocus={list === undefined || undefined} />
      <Controller
        control={form.control}
        name="companies"
        render={({ field: { value, onChange, ref } }) => (
          <SearchMultiSelect
            ref={ref}
            label={t("priceLists.form.companies")}
            description={
              canWrite && !findsCompanies
                ? t("priceLists.form.companiesStay")
                : t("priceLists.form.companiesHelp")
            }
            nothingFound={t("priceLists.form.noCompany")}
            useSearch={useCompanyChoices}
            value={value}
            known={list?.companies ?? (named ? [named] : [])}
            error={errors.companies?.message}
            readOnly={!canWrite || !findsCompanies}
            onChange={onChange}
          />
        )}
      />
      <div className={styles.two}>
        <DateField {...field("validFrom")} />
        <DateField
          description={t("priceLists.form.untilHelp")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...field("validUntil")}
        />
      </div>
      <RuleList form={form} rules={rules} canWrite={canWrite} />
      <Controller
        control={form.control}
        name="prices"
        render={({ field: { value, onChange } }) => (
          <NamedPrices
            value={value}
            errors={errors.prices}
            canWrite={canWrite}
            onChange={onChange}
          />
        )}
      />
      <ListPreview preview={preview} isReadable={isReadable} />
      {canWrite && (
        <div>
          <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
            {t(list ? "priceLists.form.save" : "priceLists.form.create")}
          </BusyButton>
        </div>
      )}
    </form>
  );
}

type RulesProps = Pick<ReturnType<typeof usePriceListForm>, "form" | "rules"> & {
  canWrite: boolean;
};

function RuleList({ form, rules, canWrite }: RulesProps) {
  const { t } = useTranslation();
  const { list, fallback, rememberFocus } = useNextFocus<HTMLButtonElement, HTMLElement>();
  return (
    <section ref={list} className={styles.part}>
      <h3>{t("priceLists.form.rules")}</h3>
      <p>{t("priceLists.form.rulesHelp")}</p>
      {rules.fields.map((rule, at) => (
        <RuleFields
          key={rule.id}
          at={at}
          form={form}
          canWrite={canWrite}
          onRemove={() => {
            rememberFocus();
            rules.remove(at);
          }}
        />
      ))}
      {canWrite && rules.fields.length < maxRules && (
        <Button ref={fallback} variant="default" size="sm" onClick={() => rules.append(emptyRule)}>
          {t("priceLists.form.addRule")}
        </Button>
      )}
    </section>
  );
}
