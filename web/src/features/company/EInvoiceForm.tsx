import { TextInput } from "@mantine/core";
import {
  addressSchemes,
  eInvoiceProfiles,
  type AddressScheme,
  type CompanyEInvoices,
} from "@tonneline/contract/eInvoices";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { failureOf, reasonOf } from "../../lib/failure.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { focusInvalidField } from "../../ui/focusInvalidField.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useEInvoices, useSaveEInvoices } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";

const schemes = Object.keys(addressSchemes) as AddressScheme[];

interface Values extends Pick<CompanyEInvoices, "profile"> {
  reference: string;
  scheme: AddressScheme | "";
  id: string;
}

const valuesOf = ({ profile, reference, address }: CompanyEInvoices): Values => ({
  profile,
  reference: reference ?? "",
  scheme: address?.scheme ?? "",
  id: address?.id ?? "",
});

/** The company's settings for XML invoices; input is kept when somebody else saves meanwhile. */
export function EInvoiceForm({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEInvoices();
  if (error && !data)
    return (
      <ErrorState
        title={t("company.eInvoices.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <p role="status">{t("company.eInvoices.loading")}</p>;
  return <Fields saved={data} mayChange={mayChange} />;
}

/** The form state, and its save on top of the settings that it was filled from. */
function useFields(saved: CompanyEInvoices) {
  const { t } = useTranslation();
  const { refetch } = useEInvoices();
  const save = useSaveEInvoices();
  const form = useRef<HTMLFormElement>(null);
  const [filled, setFilled] = useState(() => valuesOf(saved));
  const [values, setValues] = useState(filled);
  const typed = JSON.stringify(values) !== JSON.stringify(filled);
  useUnsaved(typed);
  const { version, adopt } = useFormVersion(saved, typed, fill);

  function fill(now: CompanyEInvoices): void {
    setFilled(valuesOf(now));
    setValues(valuesOf(now));
  }

  async function showTheirs(): Promise<void> {
    const { data: theirs } = await refetch();
    if (theirs) adopt(theirs);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { profile, reference, scheme, id } = values;
    const address = scheme ? { scheme, id } : null;
    save.mutate(
      { profile, reference: reference || null, address, version },
      {
        onSuccess: (now) => {
          adopt(now);
          fill(now);
          showToast({ tone: "good", text: t("company.eInvoices.saved") });
        },
        onError: (error) => {
          if (isRefusal(error, "VERSION_CONFLICT")) void showTheirs();
          focusInvalidField(form.current);
        },
      },
    );
  }

  function change(some: Partial<Values>): void {
    setValues({ ...values, ...some });
    // The errors belong to the previous choice: another format has other requirements.
    if (fieldErrorsOf(save.error).length > 0) save.reset();
  }
  return { form, values, typed, change, save, submit };
}

function Fields({ saved, mayChange }: { saved: CompanyEInvoices; mayChange: boolean }) {
  const { t } = useTranslation();
  const { form, values, typed, change, save, submit } = useFields(saved);
  const { profile, reference, scheme, id } = values;
  const errors = fieldErrorsOf(save.error);
  const errorOf = (path: string) => errors.find((each) => each.path === path)?.message;
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {conflict && <Banner tone="warn" title={t("company.eInvoices.conflict")} />}
      {save.error && !conflict && errors.length === 0 && (
        <Banner tone="bad" title={reasonOf(save.error)} />
      )}
      <SelectField
        label={t("company.eInvoices.profile")}
        description={t(`company.eInvoices.help.${profile}`)}
        disabled={!mayChange}
        value={profile}
        data={eInvoiceProfiles.map((value) => ({
          value,
          label: t(`company.eInvoices.profiles.${value}`),
        }))}
        onChange={({ currentTarget }) => {
          const chosen = eInvoiceProfiles.find((each) => each === currentTarget.value);
          if (chosen) change({ profile: chosen });
        }}
      />
      <TextInput
        label={t("company.eInvoices.reference")}
        description={t("company.eInvoices.referenceHelp")}
        readOnly={!mayChange}
        maxLength={60}
        value={reference}
        error={errorOf("reference")}
        onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
      />
      <AddressFields
        {...{ mayChange, scheme, id }}
        error={errorOf("address.id")}
        onScheme={(chosen) => change({ scheme: chosen })}
        onId={(given) => change({ id: given })}
      />
      {mayChange && (
        <div className={styles.actions}>
          <BusyButton type="submit" busy={save.isPending} disabled={!typed}>
            {t("company.eInvoices.save")}
          </BusyButton>
        </div>
      )}
    </form>
  );
}

interface AddressProps {
  mayChange: boolean;
  scheme: AddressScheme | "";
  id: string;
  error: string | undefined;
  onScheme: (scheme: AddressScheme | "") => void;
  onId: (id: string) => void;
}

/** The company's address in an e-invoicing network; without one, invoices arrive by email. */
function AddressFields({ mayChange, scheme, id, error, onScheme, onId }: AddressProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t("company.eInvoices.scheme")}
        disabled={!mayChange}
        value={scheme}
        data={[
          { value: "", label: t("company.eInvoices.byEmail") },
          ...schemes.map((value) => ({ value, label: addressSchemes[value].name })),
        ]}
        onChange={({ currentTarget }) =>
          onScheme(schemes.find((each) => each === currentTarget.value) ?? "")
        }
        error={scheme === "" ? error : undefined}
      />
      {scheme && (
        <TextInput
          label={t("company.eInvoices.address")}
          description={t("company.eInvoices.example", { example: addressSchemes[scheme].example })}
          readOnly={!mayChange}
          maxLength={50}
          value={id}
          error={error}
          onChange={({ currentTarget }) => onId(currentTarget.value)}
        />
      )}
    </>
  );
}
