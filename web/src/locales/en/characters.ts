import { addTexts } from "../../lib/i18n.ts";

export const characters = addTexts("characters", {
  unprintable:
    "Invoices and certificates cannot print some of these characters and show □ in their place. They print Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Devanagari, Thai, Chinese, Japanese and Korean letters.",
});
