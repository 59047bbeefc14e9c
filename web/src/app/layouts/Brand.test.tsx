import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSite } from "../../lib/site.ts";
import { Brand } from "./Brand.tsx";

it("shows a very wide logo at most eight times as wide as high, as it is, and smaller where there is no room", () => {
  useSite.setState({ brand: { name: "Brennvik", logoUrl: "/api/v1/site-files/1" } });
  const { container } = render(<Brand size={28} />);
  const logo = container.querySelector("img");
  expect(logo).toHaveAttribute("height", "28");
  expect(logo).toHaveStyle({ maxWidth: "224px", minWidth: "0", objectFit: "contain" });
  expect(container).toHaveTextContent("Brennvik");
});
