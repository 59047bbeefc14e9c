import { useRef, useState } from "react";
import { faultsOf, type Credentials } from "./login.ts";

const fields = ["username", "password", "code"] as const;
type Field = (typeof fields)[number];
type Typed = Record<Field, string>;

const nothing: Typed = { username: "", password: "", code: "" };

/**
 * What is typed into the login form, and what is wrong with it: told of a field once it was left, and from then on with
 * every change. By hand, since the library of forms is larger than the page.
 */
export function useLoginForm() {
  const [typed, setTyped] = useState(nothing);
  const [faults, setFaults] = useState<Partial<Typed>>({});
  const left = useRef(new Set<Field>());
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  /** Shows what is wrong with the fields that were left. Returns the first one that may not be sent as it is. */
  async function look(present: Typed): Promise<Field | undefined> {
    // Without the rules at hand, the server says what is wrong.
    const found = await faultsOf(bodyOf(present)).catch(() => ({}) as Partial<Typed>);
    setFaults(Object.fromEntries(fields.map((each) => [each, shown(found, each)])));
    return fields.find((each) => found[each] !== undefined);
  }
  const shown = (found: Partial<Typed>, field: Field) =>
    left.current.has(field) ? found[field] : undefined;

  function type(field: Field, text: string): void {
    const next = { ...typed, [field]: text };
    setTyped(next);
    if (left.current.has(field)) void look(next);
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
        left.current.add(field);
        void look(typed);
      },
    }),
    focus: (field: Field) => inputs.current[field]?.focus(),
    /** Empties fields, as if nobody had been in them. */
    forget: (...some: Field[]) => {
      for (const each of some) left.current.delete(each);
      const empty = Object.fromEntries(some.map((each) => [each, ""]));
      setTyped((present) => ({ ...present, ...empty }));
      setFaults((present) => ({ ...present, ...empty }));
    },
    /** What may be sent; undefined, with the first faulty field in focus, when something is wrong. */
    checked: async (): Promise<Credentials | undefined> => {
      for (const each of fields) left.current.add(each);
      const faulty = await look(typed);
      if (faulty === undefined) return bodyOf(typed);
      inputs.current[faulty]?.focus();
      return undefined;
    },
  };
}

function bodyOf({ username, password, code }: Typed): Credentials {
  return { username, password, ...(code !== "" && { code }) };
}
