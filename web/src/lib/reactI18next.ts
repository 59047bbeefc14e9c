import { cloneElement, type ReactElement, type ReactNode } from "react";
import { i18n, translate } from "./i18n.ts";

// Replaces "react-i18next" in the pages (see vite.config.ts): same types, without its size, a tenth of the first page.

/** There is only one language: `t` never changes and never causes a re-render. */
export const useTranslation = () => i18n;

interface TransProps {
  i18nKey: string;
  values?: Record<string, unknown>;
  components: Record<string, ReactElement>;
}

/** Renders a text with elements in it: `<terms>…</terms>` becomes the element `terms` around the enclosed text. */
export function Trans({ i18nKey, values = {}, components }: TransProps): ReactNode {
  // Splitting with the capturing group yields plain parts and tagged parts in turn.
  return translate(i18nKey, values)
    .split(/(<\w+>.*?<\/\w+>)/)
    .map((part) => {
      const [, name = "", inner] = /^<(\w+)>(.*)<\/\w+>$/.exec(part) ?? [];
      const element = components[name];
      return element ? cloneElement(element, { key: part }, inner) : part;
    });
}
