import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import type { FileStore } from "../../core/files.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { readEvidence } from "../evidence/evidence.service.ts";
import { addDocument } from "../projects/documents.service.ts";
import { addImage } from "../projects/images.service.ts";
import { demoContent } from "./demo.service.ts";
import { shownProject, type ShownProject } from "./demo.sql.ts";

const demonstration = { userId: null, username: "Demonstration", ip: "" };

/** Adds the fact sheet and the picture to a showcase project, each only once. */
export function demoJobs(db: Db, files: FileStore, imageWorker: ImageWorker): JobHandlers {
  return jobHandler(demoContent, async ({ projectId }) => {
    const project = await shownProject(db, projectId);
    if (!project) return;
    const { drawnPicture, factSheetPdf } = await import("./demo.pdf.ts");
    if (!project.hasDocument) {
      const evidence = await readEvidence(db, projectId);
      const bytes = await factSheetPdf({ ...project, evidence });
      const file = { name: "Fact sheet.pdf", bytes };
      await addDocument(db, files, demonstration, projectId, file);
    }
    if (!project.hasImage) {
      const file = { name: "landscape.png", bytes: await drawnPicture({ projectId, ...project }) };
      const described = { alt: alt(project) };
      await addImage(db, files, imageWorker, demonstration, projectId, file, described);
    }
  });
}

const alt = ({ type }: ShownProject) => `Drawing of a landscape for the type ${type}`;
