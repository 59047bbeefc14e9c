import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../lib/i18n.ts";
import "../locales/en/table.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { ExportButton } from "./ExportButton.tsx";

it("says why a file could not be downloaded, and starts no second download of it meanwhile", async () => {
  const download = vi.fn<() => Promise<void>>();
  const reasonOf = (error: unknown) => (error as Error).message;
  render(
    <MantineProvider env="test">
      <Notifications />
      <DownloadLink onDownload={download} reasonOf={reasonOf}>
        Invoice
      </DownloadLink>
      <ExportButton onExport={download} reasonOf={reasonOf} label="Export" />
    </MantineProvider>,
  );
  for (const name of ["Invoice", "Export"]) {
    const { promise, reject } = Promise.withResolvers<void>();
    download.mockReset().mockReturnValue(promise);
    const button = screen.getByRole("button", { name });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(download).toHaveBeenCalledOnce();
    reject(new Error(`${name}: the network is gone.`));
    expect(await screen.findByText(new RegExp(`${name}: the network is gone`))).toBeInTheDocument();
    expect(button).not.toHaveAttribute("aria-busy", "true");
  }
});
