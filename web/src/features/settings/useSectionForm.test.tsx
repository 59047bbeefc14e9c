import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedSettings } from "@tonneline/contract/settings";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { sectionFields } from "./sections.ts";
import { useSectionForm } from "./useSectionForm.ts";
import "../../lib/i18n.ts";
import "../../locales/en/settings.ts";

const fields = [{ name: "days", kind: "whole" }] as const;
const settingsOf = (version: number, days: number) =>
  ({ vatChecks: { days, version } }) as ManagedSettings;

it("saves with the version at which typing began, and with a later one only once that was shown", async () => {
  const saved = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "PATCH /api/v1/management/settings": (_, init) => {
      saved(JSON.parse(String(init?.body)));
      const problem = { type: "about:blank", title: "", code: "VERSION_CONFLICT", detail: "By G." };
      return Response.json({ ...problem, status: 409 }, { status: 409 });
    },
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient();
  const { result, rerender } = renderHook(
    ({ settings }) => useSectionForm({ section: "vatChecks", fields, settings }),
    {
      initialProps: { settings: settingsOf(1, 30) },
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  act(() => result.current.form.setValue("days", "45", { shouldDirty: true }));
  rerender({ settings: settingsOf(2, 90) });
  await act(() => result.current.submit());
  expect(result.current.form.getValues("days")).toBe("45");
  expect(result.current.form.formState.isDirty).toBe(true);
  await act(() => result.current.submit());
  expect(saved.mock.calls).toEqual([
    [{ vatChecks: { days: 45, version: 1 } }],
    [{ vatChecks: { days: 45, version: 2 } }],
  ]);
});

it("saves no reminder level that precedes the one before it, as it would wait for that", async () => {
  const saved = vi.fn<() => void>();
  const terms = {
    automatic: false,
    level1Days: 7,
    level2Days: 14,
    level3Days: 14,
    payWithinDays: 7,
  };
  const settings = { reminders: { ...terms, version: 1 } } as ManagedSettings;
  const server = serverOf({
    "PATCH /api/v1/management/settings": () => (saved(), Response.json(settings)),
  });
  vi.stubGlobal("fetch", server);
  const { fields: ofReminders } = sectionFields.find(({ section }) => section === "reminders")!;
  const { result } = renderHook(
    () => useSectionForm({ section: "reminders", fields: ofReminders, settings }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      ),
    },
  );
  const { form } = result.current;
  for (const { name } of ofReminders) form.register(name);
  const type = (field: string, days: string) =>
    act(async () => {
      form.setValue(field, days, { shouldDirty: true });
      await result.current.submit();
    });
  await type("level2Days", "6");
  expect(form.getFieldState("level2Days").error?.message).toMatch(/at least as many days/);
  await type("level2Days", "20");
  expect(form.getFieldState("level3Days").error?.message).toMatch(/at least as many days/);
  expect(saved).not.toHaveBeenCalled();
  await type("level3Days", "20");
  expect(saved).toHaveBeenCalledOnce();
});
