import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { MantineProvider } from "@mantine/core";
import { Heart } from "./Heart.tsx";
import { ShortlistButton } from "./ShortlistButton.tsx";

describe("the hearts of a list", () => {
  const server = vi.fn<typeof fetch>();
  const callsOf = (method: string) =>
    server.mock.calls
      .filter(([, init]) => (init?.method ?? "GET") === method)
      .map(([address]) => new URL(String(address), "http://here").pathname);
  const list = (...projects: number[]) => ({
    id: 5,
    name: "Board",
    vintages: projects.map((id) => ({ vintageId: id * 10, vintage: { project: { id } } })),
  });
  let lists: object[] = [];
  /** Delays the responses. */
  let late: Promise<void>;

  beforeEach(() => {
    lists = [list(1)];
    late = Promise.resolve();
    server.mockReset().mockImplementation(async (_address, init) => {
      if (init?.method === "POST") {
        await late;
        const created = { id: 8, name: "Shortlist", vintages: [] };
        lists = [...lists, created];
        return Response.json(created);
      }
      if ((init?.method ?? "GET") === "GET") await late;
      return Response.json({ content: lists, totalElements: lists.length });
    });
    vi.stubGlobal("fetch", server);
  });

  function show() {
    render(
      <QueryClientProvider client={new QueryClient()}>
        {[1, 2, 3].map((id) => (
          <Heart
            key={id}
            project={{ id, name: `Project ${id}` }}
            vintageOf={async (of) => of * 10}
          />
        ))}
      </QueryClientProvider>,
    );
    return (id: number) => screen.getByRole("button", { name: new RegExp(`Project ${id} `) });
  }

  test("send one request for all, and show which projects are on a list", async () => {
    const heart = show();
    await expect.poll(() => heart(1).getAttribute("aria-pressed")).toBe("true");
    expect(heart(2)).toHaveAttribute("aria-pressed", "false");
    expect(callsOf("GET")).toHaveLength(1);
  });

  test("name the list on a project's page, with the full name in the tooltip", async () => {
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <ShortlistButton
            project={{ id: 1, name: "Project 1" }}
            vintageOf={async (of) => of * 10}
          />
        </QueryClientProvider>
      </MantineProvider>,
    );
    expect(await screen.findByTitle("Board")).toHaveTextContent("In Board");
  });

  test("add the best vintage to the first list", async () => {
    const heart = show();
    await expect.poll(() => heart(1).getAttribute("aria-pressed")).toBe("true");
    lists = [list(1, 2)];
    await userEvent.click(heart(2));
    await expect.poll(() => callsOf("GET").length).toBe(2);
    expect(callsOf("PUT")).toEqual(["/api/v1/me/shortlists/5/vintages/20"]);
    expect(callsOf("POST")).toEqual([]);
    expect(heart(2)).toHaveAttribute("aria-pressed", "true");
  });

  test("create a list if there is none", async () => {
    lists = [];
    const heart = show();
    await expect.poll(() => callsOf("GET").length).toBe(1);
    await userEvent.click(heart(3));
    await expect.poll(() => callsOf("PUT")).toEqual(["/api/v1/me/shortlists/8/vintages/30"]);
    expect(callsOf("POST")).toEqual(["/api/v1/me/shortlists"]);
  });

  test("pressed in quick succession create a single list", async () => {
    lists = [];
    const heart = show();
    const { promise, resolve } = Promise.withResolvers<void>();
    await expect.poll(() => callsOf("GET").length).toBe(1);
    late = promise;
    await userEvent.click(heart(2));
    await userEvent.click(heart(3));
    await expect.poll(() => callsOf("POST").length).toBe(1);
    resolve();
    await expect.poll(() => callsOf("PUT").length).toBe(2);
    expect(callsOf("POST")).toEqual(["/api/v1/me/shortlists"]);
    expect(new Set(callsOf("PUT"))).toEqual(
      new Set(["/api/v1/me/shortlists/8/vintages/20", "/api/v1/me/shortlists/8/vintages/30"]),
    );
  });

  test("pressed before the lists have loaded wait for them, and add no duplicates", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    late = promise;
    const heart = show();
    await userEvent.click(heart(1));
    await userEvent.click(heart(2));
    expect([...callsOf("POST"), ...callsOf("PUT")]).toEqual([]);
    resolve();
    await expect.poll(() => callsOf("PUT")).toEqual(["/api/v1/me/shortlists/5/vintages/20"]);
    expect(callsOf("POST")).toEqual([]);
  });

  test("pressed again during a change apply the last state afterwards", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const heart = show();
    await expect.poll(() => heart(1).getAttribute("aria-pressed")).toBe("true");
    late = promise;
    lists = [list(1, 2)];
    await userEvent.click(heart(2));
    await userEvent.click(heart(2));
    expect(heart(2)).toHaveAttribute("aria-pressed", "false");
    expect(callsOf("DELETE")).toEqual([]);
    resolve();
    await expect.poll(() => callsOf("DELETE")).toEqual(["/api/v1/me/shortlists/5/vintages/20"]);
    lists = [list(1)];
  });

  test("remove all vintages of a project", async () => {
    const heart = show();
    await expect.poll(() => heart(1).getAttribute("aria-pressed")).toBe("true");
    lists = [list()];
    await userEvent.click(heart(1));
    await expect.poll(() => heart(1).getAttribute("aria-pressed")).toBe("false");
    expect(callsOf("DELETE")).toEqual(["/api/v1/me/shortlists/5/vintages/10"]);
  });
});
