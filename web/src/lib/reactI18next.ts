import { cloneElement, type ReactElement, type ReactNode } from "react";
import { i18n, translate } from "./i18n.ts";

// What the pages mean by "react-i18next" (see vite.config.ts): its types, without the tenth of the first page it weighs.

/** The one language that there is: `t` never changes, so nobody is drawn again for it. */
export const useTranslation = () => i18n;

interface TransProps {
  i18nKey: string;
  values?: Record<string, unknown>;
  components: Record<string, ReactElement>;
}

/** A text with elements in it: `<terms>…</terms>` is the element `terms` around what stands between. */
export function Trans({ i18nKey, values = {}, components }: TransProps): ReactNode {
  // A name and what it is around stand alternately between the plain parts.
  return translate(i18nKey, values)
    .split(/(<\w+>.*?<\/\w+>)/)
    .map((part) => {
      const [, name = "", inner] = /^<(\w+)>(.*)<\/\w+>$/.exec(part) ?? [];
      const element = components[name];
      return element ? cloneElement(element, { key: part }, inner) : part;
    });
}
