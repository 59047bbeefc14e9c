import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm, type UseFormReturn } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { Refusal } from "./api.ts";
import { useFormSubmission } from "./useFormSubmission.ts";

const who = "Ada Byron saved it at 10:12.";
const refusal = (code: "VERSION_CONFLICT" | "NOT_FOUND") =>
  new Refusal({ type: "", title: "", status: 409, code, detail: who, requestId: "1" });

async function submitted(error: Error, gone?: string) {
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { name: "typed" } });
    const conflict = { refresh, messageFor: (by: string) => `Not saved. ${by}`, goneMessage: gone };
    return { form, ...useFormSubmission(form, { name: "Name" }, conflict) };
  });
  // Read like a page does: the library only updates state that is being read.
  void result.current.form.formState.errors;
  await act(() => result.current.onSubmit(() => Promise.reject(error))());
  return { refresh, form: result.current.form, message: result.current.summary.message };
}

test("A conflict names who saved meanwhile and keeps the input, after loading their version", async () => {
  const { refresh, form, message } = await submitted(refusal("VERSION_CONFLICT"));
  expect(refresh).toHaveBeenCalledOnce();
  expect(form.formState.errors.root?.message).toBe(`Not saved. ${who}`);
  expect(form.getValues("name")).toBe("typed");
  expect(message).toBeUndefined();
});

test("Any other refusal is shown with its own text, and nothing is reloaded", async () => {
  const { refresh, form, message } = await submitted(refusal("NOT_FOUND"));
  expect(refresh).not.toHaveBeenCalled();
  expect(form.formState.errors.root).toBeUndefined();
  expect(message).toBe(who);
});

test("A deletion by someone else is shown with the form's text, and keeps the input", async () => {
  const { refresh, form, message } = await submitted(refusal("NOT_FOUND"), "Deleted meanwhile.");
  expect(refresh).toHaveBeenCalledOnce();
  expect(message).toBe("Deleted meanwhile.");
  expect(form.getValues("name")).toBe("typed");
});

/** Submits a form with this save; returns the message shown above it when that takes the focus. */
async function focusedOn(save: (form: UseFormReturn<{ name: string }>) => Promise<void>) {
  const seen: (string | null)[] = [];
  function Form() {
    const form = useForm({ defaultValues: { name: "typed" } });
    const conflict = { refresh: async () => {}, messageFor: (by: string) => `Not saved. ${by}` };
    const { onSubmit, summary } = useFormSubmission(form, { name: "Name" }, conflict);
    const shown = summary.message ?? form.formState.errors.root?.message;
    return (
      <form onSubmit={(event) => void onSubmit(() => save(form))(event)}>
        <div
          ref={summary.ref}
          tabIndex={-1}
          onFocus={(event) => seen.push(event.currentTarget.textContent)}
        >
          {[shown, ...summary.invalidFields.map(({ label }) => label)].join(" ").trim()}
        </div>
        <button type="submit">Save</button>
        <output>{form.formState.submitCount}</output>
      </form>
    );
  }
  const { unmount } = render(<Form />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.getByRole("status").textContent).toBe("1");
  await new Promise((later) => setTimeout(later, 50));
  unmount();
  return seen;
}

test.each([
  [
    "what the form itself marks",
    "Name",
    (form: UseFormReturn<{ name: string }>) =>
      Promise.resolve(form.setError("name", { message: "Too long" })),
  ],
  ["a refusal", who, () => Promise.reject(refusal("NOT_FOUND"))],
  [
    "what somebody else saved",
    `Not saved. ${who}`,
    () => Promise.reject(refusal("VERSION_CONFLICT")),
  ],
])("The summary takes the focus once it shows %s", async (_, expected, save) => {
  expect(await focusedOn(save)).toEqual([expected]);
});

test("A form without errors does not move the focus", async () => {
  expect(await focusedOn(async () => {})).toEqual([]);
});
