import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { TimeSliced } from "./TimeSliced.tsx";

it("shows the fallback first, then renders in slices that let other tasks run", async () => {
  // Without act(): React renders as it does in production.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  let turns = 0;
  const drawnAt: number[] = [];
  function Part() {
    // Longer than a time slice.
    const until = performance.now() + 12;
    while (performance.now() < until);
    drawnAt.push(turns);
    return "Part ";
  }
  const place = document.createElement("div");
  const root = createRoot(place);
  const page = (
    <TimeSliced fallback="Waiting">
      <Part />
      <Part />
      <Part />
    </TimeSliced>
  );
  flushSync(() => root.render(page));
  expect(place).toHaveTextContent("Waiting");
  expect(drawnAt).toEqual([]);
  const others = setInterval(() => turns++, 0);
  await expect.poll(() => place.textContent).toBe("Part Part Part ");
  clearInterval(others);
  expect(drawnAt.at(-1)).toBeGreaterThan(drawnAt[0]!);
  root.unmount();
});
