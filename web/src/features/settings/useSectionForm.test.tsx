import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ManagedSettings } from "@tonneline/contract/settings";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { useSectionForm } from "./useSectionForm.ts";
import "../../lib/i18n.ts";
import "../../locales/en/settings.ts";

const fields = [{ name: "days", kind: "whole" }] as const;
const settingsOf = (version: number, days: number) =>
  ({ vatChecks: { days, version } }) as ManagedSettings;

it("saves over the version at which typing began, and over another only once it was shown", async () => {
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
