// A classic script, which imports nothing: what is here is there before the app is.
const app = (document.currentScript as HTMLScriptElement).dataset.app!;

/** Whether somebody is logged in, as lib/session.ts keeps it. Who is not sees the login, which has another frame. */
function isSomebodyHere(): boolean {
  try {
    return localStorage.getItem("auth-storage")?.includes('"authToken":"') ?? false;
  } catch {
    return false;
  }
}

/** Once the next frame is painted. Where none is, in a tab behind others, soon. */
async function painted(): Promise<void> {
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
  // In a frame of ours the window around it waits.
  if (isSomebodyHere() && window.parent === window) {
    show("waiting");
    await painted();
  }
  try {
    await import(app);
  } catch (error) {
    console.warn("The app could not be loaded", error);
    show("unloaded");
  }
}

void start();
