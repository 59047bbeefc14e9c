import { act, renderHook } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { Refusal } from "./api.ts";
import { useRefusedForm } from "./useRefusedForm.ts";

const who = "Ada Byron saved it at 10:12.";
const refusal = (code: "VERSION_CONFLICT" | "NOT_FOUND") =>
  new Refusal({ type: "", title: "", status: 409, code, detail: who, requestId: "1" });

async function submitted(error: Error) {
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { name: "typed" } });
    const conflict = { refresh, say: (by: string) => `Not saved. ${by}` };
    return { form, ...useRefusedForm(form, { name: "Name" }, conflict) };
  });
  // Read as a page does: the library tells only of what somebody looks at.
  void result.current.form.formState.errors;
  await act(() => result.current.onSubmit(() => Promise.reject(error))());
  return { refresh, form: result.current.form, message: result.current.summary.message };
}

test("Who saved meanwhile is said above a form, which keeps what was typed, once theirs is loaded", async () => {
  const { refresh, form, message } = await submitted(refusal("VERSION_CONFLICT"));
  expect(refresh).toHaveBeenCalledOnce();
  expect(form.formState.errors.root?.message).toBe(`Not saved. ${who}`);
  expect(form.getValues("name")).toBe("typed");
  expect(message).toBeUndefined();
});

test("Any other refusal is said in its own words, and nothing is loaded", async () => {
  const { refresh, form, message } = await submitted(refusal("NOT_FOUND"));
  expect(refresh).not.toHaveBeenCalled();
  expect(form.formState.errors.root).toBeUndefined();
  expect(message).toBe(who);
});

test("What the form itself marks takes the focus to its summary, and a form without a fault does not", async () => {
  const focused = async (mark: boolean) => {
    const { result } = renderHook(() => {
      const form = useForm({ defaultValues: { name: "typed" } });
      return { form, ...useRefusedForm(form, { name: "Name" }) };
    });
    const summary = document.body.appendChild(document.createElement("div"));
    summary.tabIndex = -1;
    result.current.summary.ref.current = summary;
    const submit = () =>
      Promise.resolve(mark && result.current.form.setError("name", { message: "Too long" }));
    await act(async () => {
      await result.current.onSubmit(async () => void (await submit()))();
      await new Promise((later) => setTimeout(later));
    });
    const has = document.activeElement === summary;
    summary.remove();
    return has;
  };
  expect(await focused(true)).toBe(true);
  expect(await focused(false)).toBe(false);
});
