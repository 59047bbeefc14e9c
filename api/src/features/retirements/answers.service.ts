import type { RegistryAnswer } from "@tonneline/contract/managedRetirements";
import { readTable, refuseFile } from "../../core/table.ts";
import { answersIn } from "./answers.rules.ts";

/** Reads a registry's file about retirements. VALIDATION_FAILED for a file without one of the columns or without rows. */
export async function readAnswers(bytes: Uint8Array): Promise<RegistryAnswer[]> {
  const { head, rows } = await readTable(bytes);
  const answers = answersIn(head, rows);
  if (!answers || answers.length === 0)
    return refuseFile(
      "Its first line must name the columns Retirement, First serial number, Last serial number, Registry record and Retired on, as the file for the registry does, with a row below it.",
    );
  return answers;
}
