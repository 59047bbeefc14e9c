import type { Page } from "@playwright/test";

/**
 * Does to every page opened from now on what the browser's translation does: it replaces each text by elements, also
 * those that come later. The words stay the same.
 */
export async function translateTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const untouched = "font, script, style, template, svg, textarea, option, [translate=no]";
    const translate = (text: Node) => {
      if (!text.textContent?.trim() || text.parentElement?.closest(untouched) !== null) return;
      const translation = document.createElement("font");
      const words = document.createElement("font");
      words.textContent = text.textContent;
      translation.append(words);
      text.parentNode!.replaceChild(translation, text);
    };
    const translateBelow = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(translate);
    };
    document.addEventListener("DOMContentLoaded", () => {
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          for (const each of target instanceof Text ? [target] : addedNodes)
            if (each.isConnected) translateBelow(each);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  });
}
