import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { createReport, type ManagedReport } from "@tonneline/contract/managedReports";
import { typedEuros } from "@tonneline/contract/typed";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { today } from "../../../lib/format.ts";
import { useFormSubmission } from "../../../lib/useFormSubmission.ts";
import { keepUserInput, useFormVersion } from "../../../lib/useFormVersion.ts";
import { BusyButton } from "../../../ui/BusyButton.tsx";
import { SearchMultiSelect } from "../../../ui/SearchMultiSelect.tsx";
import { FormSummary } from "../../../ui/FormSummary.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsaved } from "../../../ui/unsaved.ts";
import styles from "./admin.module.css";
import { saveReport, useProjectChoices, useRefreshReports } from "./admin.queries.ts";

type Version = Pick<ManagedReport, "version">;
const unsaved: Version = { version: 0 };

interface Props {
  /** The report to edit; undefined for a new one. */
  report: ManagedReport | undefined;
  canWrite: boolean;
  onAdded: (id: number) => void;
}

/** The form of a report: its input, its save, and the input kept if someone else saved meanwhile. */
function useReportForm(report: ManagedReport | undefined, onAdded: Props["onAdded"]) {
  const { t } = useTranslation();
  const refresh = useRefreshReports();
  const form = useForm({ defaultValues: textsOf(report), shouldFocusError: false });
  const { isDirty } = form.formState;
  useUnsaved(isDirty);
  const { version, adopt } = useFormVersion<Version>(report ?? unsaved, isDirty);
  const labels = {
    name: t("managedReports.form.name"),
    description: t("managedReports.form.description"),
    price: t("managedReports.form.price"),
    pages: t("managedReports.form.pages"),
    publishedAt: t("managedReports.form.publishedAt"),
    projectIds: t("managedReports.form.projectIds"),
  };
  const { onSubmit, summary } = useFormSubmission(form, labels, {
    refresh: () => (adopt(), refresh()),
    messageFor: (who) => t("managedReports.form.conflict", { who }),
    goneMessage: report && t("managedReports.form.gone"),
  });

  // Saved elsewhere: shown in fields without input.
  useEffect(() => {
    form.reset(textsOf(report), keepUserInput);
  }, [form, report]);

  const submit = onSubmit(async (texts) => {
    const parsed = createReport.body.safeParse(bodyOf(texts));
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setError(path[0] as "name", { message });
      return;
    }
    const { data } = parsed;
    const saved = await saveReport(report && { ...report, version }, data);
    adopt(saved);
    form.reset(textsOf(saved));
    const text = t(report ? "managedReports.form.saved" : "managedReports.form.created");
    showToast({ tone: "good", text });
    await refresh();
    if (!report) onAdded(saved.id);
  });
  return { form, submit, summary };
}

/** Name, price, projects and visibility of a report. */
export function ReportForm({ report, canWrite, onAdded }: Props) {
  const { t } = useTranslation();
  const { form, submit, summary } = useReportForm(report, onAdded);
  const { errors, isSubmitting, isDirty } = form.formState;
  const field = (name: "name" | "price" | "pages" | "publishedAt") => ({
    label: t(`managedReports.form.${name}`),
    error: errors[name]?.message,
    readOnly: !canWrite,
    ...form.register(name),
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={summary.message ?? errors.root?.message} />
      <TextInput {...field("name")} data-autofocus={report === undefined || undefined} />
      <Textarea
        label={t("managedReports.form.description")}
        error={errors.description?.message}
        readOnly={!canWrite}
        autosize
        minRows={3}
        maxRows={12}
        {...form.register("description")}
      />
      <div className={styles.two}>
        <TextInput inputMode="decimal" {...field("price")} />
        <TextInput inputMode="numeric" {...field("pages")} />
        <TextInput type="date" {...field("publishedAt")} />
      </div>
      <Controller
        control={form.control}
        name="projectIds"
        render={({ field: { value, onChange, ref } }) => (
          <SearchMultiSelect
            ref={ref}
            label={t("managedReports.form.projectIds")}
            description={t("managedReports.form.projectsHelp")}
            nothingFound={t("managedReports.form.nothingFound")}
            useSearch={useProjectChoices}
            value={value}
            known={report?.projects ?? []}
            error={errors.projectIds?.message}
            readOnly={!canWrite}
            onChange={onChange}
          />
        )}
      />
      <Checkbox
        label={t("managedReports.form.hidden")}
        disabled={!canWrite}
        {...form.register("hidden")}
      />
      {canWrite && (
        <div>
          <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
            {t(report ? "managedReports.form.save" : "managedReports.form.create")}
          </BusyButton>
        </div>
      )}
    </form>
  );
}

function textsOf(report: ManagedReport | undefined) {
  return {
    name: report?.name ?? "",
    description: report?.description ?? "",
    price: report ? report.price.toFixed(2) : "",
    pages: report?.pages ? String(report.pages) : "",
    publishedAt: report?.publishedAt ?? today(),
    projectIds: report?.projects.map(({ id }) => String(id)) ?? [],
    hidden: report?.hidden ?? false,
  };
}

/** Converts the input to the API's body; the schema refuses what is not a number. */
function bodyOf({ price, pages, projectIds, ...texts }: ReturnType<typeof textsOf>) {
  const number = (typed: string) => (typed.trim() === "" ? Number.NaN : Number(typed));
  return {
    ...texts,
    price: typedEuros(price) ?? Number.NaN,
    pages: pages.trim() === "" ? null : number(pages),
    projectIds: projectIds.map(Number),
  };
}
