import { render } from "@testing-library/react";
import { act } from "react";
import { beforeAll, expect, test } from "vitest";
import { allowTranslation } from "./translation.ts";

beforeAll(allowTranslation);

/** Replaces the texts below an element like the browser's translation, into capitals. */
function translate(root: Element, how: "replaced" | "inserted" = "replaced"): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const translation = document.createElement("font");
    translation.append(document.createElement("font"));
    translation.firstElementChild!.textContent = text.data.toUpperCase();
    if (how === "replaced") text.replaceWith(translation);
    else {
      text.before(translation);
      text.remove();
    }
  }
}

/** Everything has been observed. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

function Figures({
  issued,
  note,
  mark = false,
}: {
  issued: number;
  note?: string;
  mark?: boolean;
}) {
  return (
    <p>
      {mark && <b>!</b>}
      {issued} t issued{note && <>, {note}</>}
    </p>
  );
}

test.each(["replaced", "inserted"] as const)(
  "what changes on a translated page is shown and can be translated again, and what goes is gone: %s",
  async (how) => {
    const { container, rerender } = render(<Figures issued={70} note="some retired" />);
    translate(container, how);
    expect(container).toHaveTextContent("70 T ISSUED, SOME RETIRED");
    await settled();

    rerender(<Figures issued={2129} note="none retired" />);
    await settled();
    expect(container).toHaveTextContent("2129 T ISSUED, none retired");
    translate(container.querySelector("p")!, how);
    rerender(<Figures issued={2129} mark />);
    expect(container).toHaveTextContent(/^!2129 T ISSUED$/);
    rerender(<Figures issued={2130} />);
    await settled();
    expect(container).toHaveTextContent(/^2130 T ISSUED$/);
  },
);

test("a text that the translation only wraps can be removed and inserted before", () => {
  const { container, rerender } = render(<Figures issued={70} note="some retired" />);
  for (const text of container.querySelector("p")!.childNodes) {
    const wrapper = document.createElement("font");
    text.replaceWith(wrapper);
    wrapper.append(text);
  }
  rerender(<Figures issued={70} mark />);
  expect(container).toHaveTextContent(/^!70 t issued$/);
});

test("an error in the order of the page's own nodes is still one", () => {
  const [parent, other] = [document.createElement("p"), document.createElement("b")];
  expect(() => parent.removeChild(other)).toThrow(/not a child/);
  expect(() => parent.insertBefore(document.createElement("i"), other)).toThrow(/can not be found/);
});
