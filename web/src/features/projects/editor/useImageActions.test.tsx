import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { addProjectImage } from "@tonneline/contract/projectMedia";
import { useState, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { Unsaved } from "../../../ui/unsaved.ts";
import { call } from "../../../lib/api.ts";
import { useImages } from "./editor.queries.ts";
import { useImageActions } from "./useImageActions.ts";

vi.mock(import("../../../lib/api.ts"), async (original) => ({
  ...(await original()),
  call: vi.fn(),
}));

function WithClient({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

it("shows a picture that was uploaded while the first fetch was in flight", async () => {
  const stored: { imageId: number }[] = [];
  const answerFirst = Promise.withResolvers<void>();
  let readings = 0;
  vi.mocked(call as (endpoint: unknown) => Promise<unknown>).mockImplementation(
    async (endpoint) => {
      if (endpoint === addProjectImage) return stored.push({ imageId: 1 });
      const content = [...stored];
      if (readings++ === 0) await answerFirst.promise;
      return { content };
    },
  );
  const { result } = renderHook(() => ({ images: useImages(7), ...useImageActions(7, []) }), {
    wrapper: WithClient,
  });

  await act(async () => {
    const uploaded = result.current.upload([new File(["x"], "estuary.jpg")]);
    await vi.waitFor(() => expect(stored).toHaveLength(1));
    answerFirst.resolve();
    await uploaded;
  });
  await waitFor(() => expect(result.current.images.data?.content).toEqual(stored));
  expect(result.current.uploads).toEqual([]);
});

it("guards against a reload while a picture is being uploaded", async () => {
  const stored = Promise.withResolvers<void>();
  vi.mocked(call as (endpoint: unknown) => Promise<unknown>).mockImplementation(
    () => stored.promise,
  );
  const underWay = { current: 0 };
  const { result } = renderHook(() => useImageActions(7, []), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>
        <Unsaved value={underWay}>{children}</Unsaved>
      </QueryClientProvider>
    ),
  });
  let uploaded: Promise<void> | undefined;
  act(() => {
    uploaded = result.current.upload([new File(["x"], "estuary.jpg")]);
  });
  expect(underWay.current).toBe(1);
  await act(async () => {
    stored.reject(new Error("No network"));
    await uploaded;
  });
  // It is still shown, with its error.
  expect(result.current.uploads).toHaveLength(1);
  expect(underWay.current).toBe(0);
});

it("uploads the pictures of a later choice after those of the first", async () => {
  const underWay: { name: string; finish: () => void }[] = [];
  vi.mocked(
    call as (endpoint: unknown, request: { file?: File }) => Promise<unknown>,
  ).mockImplementation(
    (_, { file }) =>
      new Promise((resolve) => underWay.push({ name: file!.name, finish: () => resolve({}) })),
  );
  const { result } = renderHook(() => useImageActions(7, []), { wrapper: WithClient });
  const names = ["estuary.jpg", "reeds.jpg", "heron.jpg"];
  await act(async () => {
    const uploaded = names.map((name) => result.current.upload([new File(["x"], name)]));
    for (const [index, name] of names.entries()) {
      await vi.waitFor(() => expect(underWay.at(index)?.name).toBe(name));
      expect(underWay).toHaveLength(index + 1);
      underWay[index]!.finish();
    }
    await Promise.all(uploaded);
  });
  expect(result.current.uploads).toEqual([]);
});

it("shows a picture that was stored although its response was lost", async () => {
  const stored: { imageId: number }[] = [];
  vi.mocked(call as (endpoint: unknown) => Promise<unknown>).mockImplementation(
    async (endpoint) => {
      if (endpoint !== addProjectImage) return { content: [...stored] };
      stored.push({ imageId: 1 });
      throw new Error("No network");
    },
  );
  const { result } = renderHook(() => ({ images: useImages(7), ...useImageActions(7, []) }), {
    wrapper: WithClient,
  });
  await waitFor(() => expect(result.current.images.data?.content).toEqual([]));
  await act(() => result.current.upload([new File(["x"], "estuary.jpg")]));
  await waitFor(() => expect(result.current.images.data?.content).toEqual(stored));
  expect(result.current.uploads).toHaveLength(1);
});
