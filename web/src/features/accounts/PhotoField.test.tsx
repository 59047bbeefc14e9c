import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { useMe } from "./me.queries.ts";
import { PhotoField } from "./PhotoField.tsx";
import "../../locales/en/account.ts";

test("focus moves to the button that adds a photo after removing one by keyboard", async () => {
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
  let avatar: string | null = "/photo.webp";
  const removed = Promise.withResolvers<Response>();
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me": () => Response.json({ firstName: "Ada", lastName: "V", avatar }),
      "DELETE /api/v1/me/avatar": () => removed.promise,
      "POST /api/v1/auth/refresh": () =>
        Response.json({ authToken: tokenFor(), refreshToken: "next" }),
    }),
  );
  showPage(function Page() {
    const { data } = useMe();
    return data && <PhotoField me={data} />;
  });
  const remove = await screen.findByRole("button", { name: "Remove the photo" });
  remove.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => remove.getAttribute("aria-disabled")).toBe("true");
  expect(remove).not.toHaveAttribute("disabled");
  avatar = null;
  removed.resolve(new Response(null, { status: 204 }));
  await expect.poll(() => document.activeElement?.textContent).toBe("Add a photo");
  clearTokens();
});

test("a removed photo is no longer shown, even if the response was lost", async () => {
  let avatar: string | null = "/photo.webp";
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me": () => Response.json({ firstName: "Ada", lastName: "V", avatar }),
      "DELETE /api/v1/me/avatar": () => {
        avatar = null;
        throw new TypeError("Failed to fetch");
      },
    }),
  );
  showPage(function Page() {
    const { data } = useMe();
    return data && <PhotoField me={data} />;
  });
  await userEvent.click(await screen.findByRole("button", { name: "Remove the photo" }));
  await screen.findByText(/^The server cannot be reached/);
  await expect.poll(() => screen.queryByRole("img")).toBeNull();
});

test("a photo refused for its name is reported with the reason", async () => {
  const message = "Its name: contains a character that cannot be stored";
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me": () => Response.json({ firstName: "Ada", lastName: "V", avatar: null }),
      "PUT /api/v1/me/avatar": () =>
        Response.json(
          {
            type: "",
            title: "",
            status: 400,
            code: "VALIDATION_FAILED",
            detail: "Some fields are missing or not valid.",
            fieldErrors: [{ path: "file", message }],
          },
          { status: 400 },
        ),
    }),
  );
  showPage(function Page() {
    const { data } = useMe();
    return data && <PhotoField me={data} />;
  });
  await screen.findByRole("button", { name: "Add a photo" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  fireEvent.change(input, { target: { files: [new File(["x"], "me.png")] } });
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});
