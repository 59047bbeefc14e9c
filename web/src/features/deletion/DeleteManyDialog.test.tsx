import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import { Refusal } from "../../lib/api.ts";
import { DeleteManyDialog } from "./DeleteManyDialog.tsx";

const refused = (status: number, code: string) =>
  new Refusal({ type: "about:blank", title: "", status, code, detail: `${code}.` });

it("retries what may be deleted now, but not what is in use", async () => {
  const deleted: number[] = [];
  render(
    <MantineProvider env="test">
      <DeleteManyDialog
        title="Delete 2 auditors?"
        text="They are gone for good."
        confirm="Delete 2"
        rows={[
          { id: 1, name: "Hale" },
          { id: 2, name: "Brenn" },
        ]}
        remove={({ id }) => {
          deleted.push(id);
          return Promise.reject(id === 1 ? refused(409, "IN_USE") : refused(503, "UNAVAILABLE"));
        }}
        onActed={() => {}}
        onClose={() => {}}
      />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete 2" }));
  fireEvent.click(await screen.findByRole("button", { name: "Try it again" }));
  await expect.poll(() => deleted).toEqual([1, 2, 2]);
});
