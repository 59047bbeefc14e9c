import { useRef, useState } from "react";
import { validationErrorsOf, type Credentials } from "./login.ts";

const fields = ["username", "password", "code"] as const;
type Field = (typeof fields)[number];
type Typed = Record<Field, string>;

const noInput: Typed = { username: "", password: "", code: "" };

/**
 * The input and errors of the login form: a field is validated once it loses focus, then on every change. Without a
 * form library, which is larger than the page.
 */
export function useLoginForm() {
  const [typed, setTyped] = useState(noInput);
  const [faults, setFaults] = useState<Partial<Typed>>({});
  const touched = useRef(new Set<Field>());
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  /** Shows the errors of fields that have lost focus. Returns the first invalid field. */
  async function validate(current: Typed): Promise<Field | undefined> {
    // If the schemas cannot be loaded, the server validates the input.
    const found = await validationErrorsOf(bodyOf(current)).catch(() => ({}) as Partial<Typed>);
    setFaults(Object.fromEntries(fields.map((each) => [each, shown(found, each)])));
    return fields.find((each) => found[each] !== undefined);
  }
  const shown = (found: Partial<Typed>, field: Field) =>
    touched.current.has(field) ? found[field] : undefined;

  function type(field: Field, text: string): void {
    const next = { ...typed, [field]: text };
    setTyped(next);
    if (touched.current.has(field)) void validate(next);
  }

  return {
    bindings: (field: Field) => ({
      name: field,
      ref: (input: HTMLInputElement | null) => {
        inputs.current[field] = input;
      },
      value: typed[field],
      error: faults[field],
      onChange: (event: { currentTarget: HTMLInputElement }) =>
        type(field, event.currentTarget.value),
      onBlur: () => {
        touched.current.add(field);
        void validate(typed);
      },
    }),
    focus: (field: Field) => inputs.current[field]?.focus(),
    /** Clears fields and their touched state. */
    clear: (...some: Field[]) => {
      for (const each of some) touched.current.delete(each);
      const empty = Object.fromEntries(some.map((each) => [each, ""]));
      setTyped((current) => ({ ...current, ...empty }));
      setFaults((current) => ({ ...current, ...empty }));
    },
    /** Returns the valid credentials; undefined, after focusing the first invalid field, if something is wrong. */
    checked: async (): Promise<Credentials | undefined> => {
      for (const each of fields) touched.current.add(each);
      const firstInvalid = await validate(typed);
      if (firstInvalid === undefined) return bodyOf(typed);
      inputs.current[firstInvalid]?.focus();
      return undefined;
    },
  };
}

function bodyOf({ username, password, code }: Typed): Credentials {
  return { username, password, ...(code !== "" && { code }) };
}
