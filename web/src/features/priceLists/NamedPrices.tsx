import { ActionIcon, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileUpload, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FileChoice } from "../../ui/FileChoice.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import type { PriceListTexts, TypedPrice } from "./form.ts";
import { useReadFile, useVintageChoices } from "./priceLists.queries.ts";
import styles from "./priceLists.module.css";

interface Props {
  value: TypedPrice[];
  errors: FieldErrors<PriceListTexts>["prices"];
  canWrite: boolean;
  onChange: (value: TypedPrice[]) => void;
}

/** Prices of single vintages, entered manually or read from a file. */
export function NamedPrices({ value, errors, canWrite, onChange }: Props) {
  const { t } = useTranslation();
  const { list, fallback, rememberFocus } = useNextFocus<HTMLHeadingElement>();
  const put = (given: readonly TypedPrice[]) => {
    const ids = new Set(given.map(({ id }) => id));
    onChange([...given, ...value.filter(({ id }) => !ids.has(id))]);
  };
  return (
    <section className={styles.part}>
      <h3 ref={fallback} tabIndex={-1}>
        {t("priceLists.form.prices")}
      </h3>
      <p>{t("priceLists.form.pricesHelp")}</p>
      {canWrite && <Adding onAdd={put} />}
      {value.length > 0 && (
        <ul
          ref={list}
          className={styles.named}
          tabIndex={0}
          aria-label={t("priceLists.form.prices")}
        >
          {value.map((price, at) => (
            <li key={price.id}>
              <span>
                {t("priceLists.named.row", { name: price.project.name, year: price.year })}
                <small>
                  {price.price === null
                    ? t("priceLists.named.onRequest")
                    : t("priceLists.named.list", { price: euros(price.price) })}
                </small>
              </span>
              <TextInput
                size="sm"
                inputMode="decimal"
                aria-label={t("priceLists.named.price", {
                  name: price.project.name,
                  year: price.year,
                })}
                error={errors?.[at] && t("priceLists.named.wrong")}
                readOnly={!canWrite}
                value={price.own}
                onChange={({ currentTarget }) =>
                  onChange(value.with(at, { ...price, own: currentTarget.value }))
                }
              />
              {canWrite && (
                <ActionIcon
                  variant="subtle"
                  color="navy"
                  aria-label={t("priceLists.named.remove", {
                    name: price.project.name,
                    year: price.year,
                  })}
                  onClick={() => {
                    rememberFocus();
                    onChange(value.filter((each) => each !== price));
                  }}
                >
                  <IconTrash size={16} stroke={1.8} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Adds one vintage by its project's name, or all those of a file. */
function Adding({ onAdd }: { onAdd: (prices: readonly TypedPrice[]) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const found = useVintageChoices(q).data ?? [];
  const { mutate, data, error, isPending } = useReadFile();
  const read = (file: File) =>
    mutate(file, {
      onSuccess: ({ prices }) =>
        onAdd(prices.map(({ own, ...price }) => ({ ...price, own: own.toFixed(2) }))),
    });
  return (
    <>
      <div className={styles.adding}>
        <Select
          searchable
          label={t("priceLists.named.add")}
          placeholder={t("priceLists.named.search")}
          nothingFoundMessage={t("priceLists.rule.none")}
          // The server has already filtered.
          filter={({ options }) => options}
          data={found.map(({ id, project, year, price }) => ({
            value: String(id),
            label: t("priceLists.named.choice", {
              name: project.name,
              year,
              price: price === null ? t("priceLists.named.onRequest") : euros(price),
            }),
          }))}
          value={null}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(chosen) => {
            const vintage = found.find(({ id }) => String(id) === chosen);
            if (vintage) onAdd([{ ...vintage, own: vintage.price?.toFixed(2) ?? "" }]);
            setTyped("");
          }}
        />
        <FileChoice onChoose={read} accept=".csv,.xlsx,text/csv">
          {(props) => (
            <BusyButton
              {...props}
              variant="default"
              busy={isPending}
              leftSection={<IconFileUpload size={16} stroke={1.8} aria-hidden />}
            >
              {t("priceLists.named.file")}
            </BusyButton>
          )}
        </FileChoice>
      </div>
      {error && (
        <Banner tone="bad" title={t("priceLists.named.fileFailed")}>
          {reasonOf(error)}
        </Banner>
      )}
      {data && (
        <Banner tone="info" title={t("priceLists.named.read", { count: data.prices.length })}>
          {data.leftOut.length > 0 && (
            <ul>
              {data.leftOut.slice(0, 20).map(({ line, name, why }) => (
                <li key={line}>{t("priceLists.named.leftOut", { line, name, why })}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </>
  );
}
