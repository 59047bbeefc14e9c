import { TextInput } from "@mantine/core";
import {
  addressSchemes,
  eInvoiceProfiles,
  type AddressScheme,
  type CompanyEInvoices,
} from "@tonneline/contract/eInvoices";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useEInvoices, useSaveEInvoices } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";

const schemes = Object.keys(addressSchemes) as AddressScheme[];

/** How the company wants its invoices as XML; what was typed stays when somebody else saved meanwhile. */
export function EInvoiceForm({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const { data, error } = useEInvoices();
  if (error && !data) return <Banner tone="bad" title={reasonOf(error)} />;
  if (!data) return <p role="status">{t("company.eInvoices.loading")}</p>;
  return <Fields saved={data} mayChange={mayChange} />;
}

function Fields({ saved, mayChange }: { saved: CompanyEInvoices; mayChange: boolean }) {
  const { t } = useTranslation();
  const save = useSaveEInvoices();
  const [profile, setProfile] = useState(saved.profile);
  const [reference, setReference] = useState(saved.reference ?? "");
  const [scheme, setScheme] = useState<AddressScheme | "">(saved.address?.scheme ?? "");
  const [id, setId] = useState(saved.address?.id ?? "");
  const errors = fieldErrorsOf(save.error);
  const errorOf = (path: string) => errors.find((each) => each.path === path)?.message;
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");
  function submit(event: FormEvent) {
    event.preventDefault();
    const address = scheme ? { scheme, id } : null;
    const body = { profile, reference: reference || null, address, version: saved.version };
    save.mutate(body, {
      onSuccess: () => showToast({ tone: "good", text: t("company.eInvoices.saved") }),
    });
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
          if (chosen) setProfile(chosen);
        }}
      />
      <TextInput
        label={t("company.eInvoices.reference")}
        description={t("company.eInvoices.referenceHelp")}
        readOnly={!mayChange}
        maxLength={60}
        value={reference}
        error={errorOf("reference")}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <AddressFields
        {...{ mayChange, scheme, id }}
        error={errorOf("address.id")}
        onScheme={setScheme}
        onId={setId}
      />
      {mayChange && (
        <div className={styles.actions}>
          <BusyButton type="submit" busy={save.isPending}>
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

/** The address of a network for e-invoices, or none: then they come by e-mail. */
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
