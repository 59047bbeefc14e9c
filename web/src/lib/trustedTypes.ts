interface Rules {
  createHTML?: (text: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

declare global {
  interface Window {
    /** Supported only by some browsers; the object that a policy returns is accepted wherever a string is. */
    trustedTypes?: {
      createPolicy(name: string, rules: Rules): { createHTML(text: string): string };
    };
  }
}

/** Accepts text that becomes markup in the document itself: the interface library's styles, but nothing with a tag. */
export function markupWithoutTags(text: string): string | null {
  return /<[a-z!/?]/i.test(text) ? null : text;
}

/** Accepts script URLs: only the worker that the recorder creates from its own code. */
export function ownWorkerUrl(address: string): string | null {
  return address.startsWith(`blob:${window.location.origin}/`) ? address : null;
}

/** Installs the default policy for everything that libraries put into the page; what it rejects throws where it is set. */
export function installDefaultPolicy(): void {
  window.trustedTypes?.createPolicy("default", {
    createHTML: markupWithoutTags,
    createScriptURL: ownWorkerUrl,
  });
}

const mails = window.trustedTypes?.createPolicy("mail", { createHTML: (text) => text });

/** Marks a mail's document as trusted, only for use in a frame without scripts and without our origin. */
export function trustedMailHtml(html: string): string {
  return mails?.createHTML(html) ?? html;
}
