import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../../lib/api.ts";
import { useUser } from "../../../lib/session.ts";
import { OptionalLabel } from "../../../ui/OptionalLabel.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useChoices, useCreateChoice, type ChoiceList } from "./editor.queries.ts";
import { useEditor } from "./EditorContext.tsx";
import type { ProjectFields } from "./form.ts";

interface Props {
  name: "projectType" | "registry" | "developer" | "auditor";
  list: ChoiceList;
  label: string;
  optional?: boolean;
}

const waitMs = 200;
const newOne = "new";

/** Chooses one entry of a list by typing; users who may edit the lists can add what they typed. */
export function PickField({ name, list, label, optional = false }: Props) {
  const { t } = useTranslation();
  const { field, fieldState } = useController<ProjectFields, Props["name"]>({ name });
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState(field.value?.name ?? "");
  const input = useRef<HTMLInputElement>(null);
  const { canWrite } = useEditor();
  const clearable = optional && canWrite;
  const { value } = field;
  // The name of the picked entry in the field is not a search.
  const search = typed === value?.name ? "" : typed.trim();
  const [q] = useDebouncedValue(search, waitMs);
  const choices = useChoices(list, q, opened);
  const mayCreate = useUser()?.permissions.has("directory:write") ?? false;
  const create = useCreateChoice(list);

  const found = choices.data?.content ?? [];
  const rows = value && !found.some(({ id }) => id === value.id) && !q ? [value, ...found] : found;
  const isKnown = rows.some((row) => row.name.toLowerCase() === search.toLowerCase());
  const offersNew = mayCreate && search !== "" && !isKnown;

  function pick(row: { id: number; name: string } | null): void {
    field.onChange(row);
    setTyped(row?.name ?? "");
  }

  async function choose(chosen: string | null): Promise<void> {
    if (chosen !== newOne) return pick(rows.find(({ id }) => String(id) === chosen) ?? null);
    try {
      pick(await create(search));
    } catch (error) {
      showToast({ tone: "bad", text: refusalText(error) });
    }
  }

  return (
    <Select
      label={optional ? <OptionalLabel label={label} /> : label}
      data={[
        ...rows.map(({ id, name: text }) => ({ value: String(id), label: text })),
        ...(offersNew ? [{ value: newOne, label: t("editor.addChoice", { name: search }) }] : []),
      ]}
      // The server has already filtered.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value ? String(value.id) : null}
      onChange={(chosen) => void choose(chosen)}
      onDropdownOpen={() => setOpened(true)}
      onBlur={field.onBlur}
      ref={(element) => {
        field.ref(element);
        input.current = element;
      }}
      error={fieldState.error?.message}
      clearable={clearable}
      // The pressed button goes with the value.
      onClear={() => input.current?.focus()}
      clearButtonProps={{ "aria-label": t("editor.remove", { name: label }) }}
      allowDeselect={false}
      nothingFoundMessage={t(choices.isFetching ? "editor.searching" : "editor.nothingFound")}
      autoComplete="off"
      rightSection={
        clearable && value ? undefined : <IconChevronDown size={16} stroke={1.8} aria-hidden />
      }
      rightSectionPointerEvents={clearable && value ? "all" : "none"}
    />
  );
}
