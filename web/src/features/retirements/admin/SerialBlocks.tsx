import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { SerialBlock } from "@tonneline/contract/retirements";
import type { ClipboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNextFocus } from "../../../ui/useNextFocus.ts";
import styles from "./serialBlocks.module.css";
import { cellsOf } from "./pasted.ts";

const ends = ["serialNumberFrom", "serialNumberTo"] as const;

interface Props {
  /** At least one. */
  blocks: readonly SerialBlock[];
  errorAt: (index: number, end: keyof SerialBlock) => string | undefined;
  onChange: (blocks: SerialBlock[]) => void;
}

/** The blocks of serial numbers in one retirement, typed or pasted as spreadsheet lines. */
export function SerialBlocks({ blocks, errorAt, onChange }: Props) {
  const { t } = useTranslation();
  const { list, fallback, rememberFocus } = useNextFocus<HTMLButtonElement, HTMLDivElement>();

  function paste(event: ClipboardEvent<HTMLInputElement>, index: number): void {
    const cells = cellsOf(event.clipboardData.getData("text/plain"));
    if (!cells) return;
    event.preventDefault();
    const pasted = cells
      .filter(([from]) => from)
      .map(([from = "", to = from]) => ({ serialNumberFrom: from, serialNumberTo: to || from }));
    onChange([...blocks.slice(0, index), ...pasted, ...blocks.slice(index + 1)]);
  }

  return (
    <div ref={list} className={styles.blocks}>
      {blocks.map((block, index) => (
        <div
          // Blocks have no id, and their order is fixed.
          key={index}
          role="group"
          aria-label={t("managedRetirements.dialog.block", { number: index + 1 })}
          className={styles.block}
        >
          {ends.map((end) => (
            <TextInput
              key={end}
              label={t(`managedRetirements.dialog.${end === "serialNumberFrom" ? "from" : "to"}`)}
              data-autofocus={(index === 0 && end === "serialNumberFrom") || undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={block[end]}
              error={errorAt(index, end)}
              onPaste={(event) => end === "serialNumberFrom" && paste(event, index)}
              onChange={({ currentTarget }) =>
                onChange(blocks.with(index, { ...block, [end]: currentTarget.value }))
              }
            />
          ))}
          {blocks.length > 1 && (
            <ActionIcon
              className={styles.remove}
              variant="subtle"
              color="gray"
              aria-label={t("managedRetirements.dialog.removeBlock", { number: index + 1 })}
              onClick={() => {
                rememberFocus();
                onChange(blocks.toSpliced(index, 1));
              }}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Button
        ref={fallback}
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => {
          onChange([...blocks, { serialNumberFrom: "", serialNumberTo: "" }]);
          setTimeout(() => list.current?.children[blocks.length]?.querySelector("input")?.focus());
        }}
      >
        {t("managedRetirements.dialog.addBlock")}
      </Button>
    </div>
  );
}
