import type { Tx } from "../../core/db.ts";
import { refreshListings } from "../catalogue/listings.service.ts";
import { touchProject } from "./projects.sql.ts";

/** After a change of what has no version of its own, a vintage, an image or a document: the project changed, and its listings. */
export async function projectTouched(tx: Tx, projectId: number): Promise<void> {
  await touchProject(tx, projectId);
  await refreshListings(tx, [projectId]);
}
