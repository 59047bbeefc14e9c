import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Project } from "@tonneline/contract/catalogue";
import { beforeEach, expect, it } from "vitest";
import { showPage } from "../../test/page.tsx";
import { Gallery } from "./Gallery.tsx";
import "../../locales/en/projectPage.ts";

const image = (name: string) => {
  const url = `/api/v1/files/${name}`;
  return {
    imageId: name,
    alt: `The ${name}`,
    urls: { small: url, medium: url, large: url, original: `${url}/original` },
  };
};

const project = {
  id: 7,
  projectType: { id: 3, name: "Peatland" },
  countries: ["DE"],
  images: [image("bog"), image("dam"), image("moss")],
} as unknown as Project;

beforeEach(() => showPage(() => <Gallery project={project} />));

const enlarged = () => screen.findByRole("dialog");
const shown = async () => within(await enlarged()).getByRole<HTMLImageElement>("img").alt;

it("enlarges the chosen picture, and cycles through its neighbours", async () => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Show picture 2 of 3" }));
  await user.click(screen.getByRole("button", { name: "Enlarge picture 2 of 3" }));
  expect(await shown()).toBe("The dam");
  await user.click(screen.getByRole("button", { name: "Next picture" }));
  expect(await shown()).toBe("The moss");
  await user.keyboard("{ArrowRight}");
  expect(await shown()).toBe("The bog");
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(await shown()).toBe("The dam");
});

it("returns the focus when closed, and opens again", async () => {
  const user = userEvent.setup();
  const cover = await screen.findByRole("button", { name: "Enlarge picture 1 of 3" });
  for (const close of ["{Escape}", "{Enter}"]) {
    await user.click(cover);
    expect(await shown()).toBe("The bog");
    if (close === "{Enter}") screen.getByRole("button", { name: "Close pictures" }).focus();
    await user.keyboard(close);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(cover));
  }
});
