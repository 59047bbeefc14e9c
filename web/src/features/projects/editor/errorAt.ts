import { get, type FieldError, type FieldPath, type FormState } from "react-hook-form";
import type { ProjectFields } from "./form.ts";

/**
 * Returns the error of a field. Reads nothing else of the state: `getFieldState` also reads what was typed and touched,
 * so the first letter in any field would render them all.
 */
export function errorAt(
  { errors }: FormState<ProjectFields>,
  name: FieldPath<ProjectFields>,
): string | undefined {
  return (get(errors, name) as FieldError | undefined)?.message;
}
