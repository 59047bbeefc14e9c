import type { Tx } from "../../core/db.ts";
import { refreshListings } from "../catalogue/listings.service.ts";
import { touchProject } from "./projects.sql.ts";

/**
 * Updates the project and its listings after a change to a part that its version does not cover: a
 * vintage, an image or a document.
 */
export async function projectTouched(tx: Tx, projectId: number): Promise<void> {
  await touchProject(tx, projectId);
  await refreshListings(tx, [projectId]);
}
