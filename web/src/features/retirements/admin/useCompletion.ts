import { completeRetirement, type ManagedRetirement } from "@tonneline/contract/managedRetirements";
import type { SerialBlock } from "@tonneline/contract/retirements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf, refusalText } from "../../../lib/api.ts";
import { instantOfDay } from "../../../lib/days.ts";
import { today, tonnes } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { serverNow } from "../../../lib/session.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useRefreshRetirements } from "./admin.queries.ts";
import { newCompletion, entryErrors, type Completion, type EntryErrors } from "./completion.ts";
import { useSerialChecks } from "./serialChecks.queries.ts";

const noBlock: SerialBlock = { serialNumberFrom: "", serialNumberTo: "" };

/** The form state that completes one retirement: its input, errors and submission. */
export function useCompletion(retirement: ManagedRetirement, onClose: (acted: boolean) => void) {
  const { t } = useTranslation();
  const refresh = useRefreshRetirements();
  const { id, quantity, entered, year } = retirement;
  const [entry, setEntry] = useState(() => initialEntry(entered));
  const [blocks, setBlocks] = useState<SerialBlock[]>(entered?.blocks ?? [noBlock]);
  // One time for all attempts: a retry must send an identical request, or its idempotency key would not match.
  const [{ keyOf, openedAt }] = useState(() => ({
    keyOf: keyring(),
    openedAt: new Date(serverNow()),
  }));
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const check = useSerialChecks([{ id, blocks }]).get(id);
  const known = fieldErrorsOf(refused).filter(
    ({ path }) => path in entry || path.startsWith("blocks."),
  );
  const errorsWith = (block: SerialBlock | undefined) => entryErrors({ ...entry, ...block }, year);

  async function complete() {
    setSubmitted(true);
    setRefused(undefined);
    if (blocks.some((block) => Object.keys(errorsWith(block)).length > 0)) return;
    setBusy(true);
    try {
      const registryUrl = entry.registryUrl.trim();
      const body = { blocks, registryUrl, retiredAt: instantOfDay(entry.retiredAt, openedAt) };
      const params = { id: String(id) };
      const done = await call(
        completeRetirement,
        { params, body },
        { idempotencyKey: keyOf(body) },
      );
      const text = t(`managedRetirements.told.${done.entered ? "entered" : "complete"}`, {
        count: 1,
        id,
        tonnes: tonnes(quantity),
      });
      showToast({ tone: "good", text });
      void refresh();
      onClose(true);
    } catch (error) {
      setRefused(error);
      setBusy(false);
    }
  }

  /** The error of a field in words: what is missing, what the server rejected, or what its check found. */
  function errorAt(path: string, code: EntryErrors[keyof EntryErrors]): string | undefined {
    if (submitted && code) return t(`managedRetirements.dialog.${code}`);
    const message = known.find((each) => each.path === path)?.message;
    return message ?? (check?.problem?.path === path ? check.problem.message : undefined);
  }

  return {
    entry,
    blocks,
    busy,
    /** The number of serial numbers in the blocks, once they are valid. */
    numbers: check?.problem === null ? check.numbers : null,
    failure: refused !== undefined && known.length === 0 ? refusalText(refused) : undefined,
    complete,
    errorOf: (name: keyof Completion) => errorAt(name, errorsWith(blocks[0])[name]),
    errorOfBlock: (index: number, end: keyof SerialBlock) =>
      errorAt(`blocks.${index}.${end}`, errorsWith(blocks[index])[end]),
    // The server's error was about the previous input.
    change(part: Partial<Completion>) {
      setRefused(undefined);
      setEntry({ ...entry, ...part });
    },
    changeBlocks(next: SerialBlock[]) {
      setRefused(undefined);
      setBlocks(next);
    },
  };
}

/** Starts from what a colleague, or the same operator earlier, has already entered. */
function initialEntry(entered: ManagedRetirement["entered"]): Completion {
  const empty = newCompletion();
  if (!entered) return empty;
  return {
    ...empty,
    registryUrl: entered.registryUrl,
    retiredAt: today(new Date(entered.retiredAt)),
  };
}
