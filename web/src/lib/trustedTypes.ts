interface Rules {
  createHTML?: (text: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

declare global {
  interface Window {
    /** Only some browsers have it; the object that a policy returns goes wherever a text does. */
    trustedTypes?: {
      createPolicy(name: string, rules: Rules): { createHTML(text: string): string };
    };
  }
}

/** Texts that become markup in the document itself: the interface library's styles, and nothing that has a tag. */
export function plainMarkup(text: string): string | null {
  return /<[a-z!/?]/i.test(text) ? null : text;
}

/** Scripts by address: the worker that the recorder makes of its own code. */
export function ownWorker(address: string): string | null {
  return address.startsWith(`blob:${window.location.origin}/`) ? address : null;
}

/** What libraries put into the page passes here; anything refused throws where it is set. */
export function guardMarkup(): void {
  window.trustedTypes?.createPolicy("default", {
    createHTML: plainMarkup,
    createScriptURL: ownWorker,
  });
}

const mails = window.trustedTypes?.createPolicy("mail", { createHTML: (text) => text });

/** A mail's document, for a frame without scripts and without our origin, and for nothing else. */
export function markupOfMail(html: string): string {
  return mails?.createHTML(html) ?? html;
}
