// A classic script without imports, so it runs before the app is loaded.
const app = (document.currentScript as HTMLScriptElement).dataset.app!;

/** Whether a user is logged in, by what lib/session.ts stores. Otherwise the login page is shown, with a different frame. */
function hasStoredSession(): boolean {
  try {
    return localStorage.getItem("auth-storage")?.includes('"authToken":"') ?? false;
  } catch {
    return false;
  }
}

/** Resolves once the next frame is painted, or shortly after in a background tab, which paints none. */
async function nextPaint(): Promise<void> {
  await new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
}

function show(id: "waiting" | "unloaded"): void {
  const template = document.querySelector<HTMLTemplateElement>(`#${id}`)!;
  document.querySelector("#root")!.replaceChildren(template.content.cloneNode(true));
}

async function start(): Promise<void> {
  // In one of our iframes, the parent window shows the waiting frame.
  if (hasStoredSession() && window.parent === window) {
    show("waiting");
    await nextPaint();
  }
  try {
    await import(app);
  } catch (error) {
    console.warn("The app could not be loaded", error);
    show("unloaded");
  }
}

void start();
