import { Offline } from "./Offline.tsx";
import { useScrollAfterReload } from "./useScrollAfterReload.ts";

/** What every page for logged-in users has, but can be shown without: loaded at once, but after the page. */
export default function Late() {
  useScrollAfterReload();
  return <Offline />;
}
