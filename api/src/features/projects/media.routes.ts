import * as contract from "@tonneline/contract/projectMedia";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { documentView } from "../catalogue/catalogue.view.ts";
import {
  addDocument,
  linkDocument,
  orderDocuments,
  removeDocument,
  renameDocument,
} from "./documents.service.ts";
import { documentFile, documentRows } from "./documents.sql.ts";
import { imageAddress } from "./images.rules.ts";
import { addImage, describeImage, orderImages, removeImage } from "./images.service.ts";
import { imageRows, sizeFileOf } from "./images.sql.ts";
import { managedImageView } from "./projects.view.ts";
import { projectExists } from "./projects.sql.ts";

/** Serves the images and documents of projects: the operators' calls, and those by which everyone reads them. */
export function mediaRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  imageWorker: ImageWorker,
): void {
  async function readImage(projectId: number, imageId: number) {
    const [row] = await imageRows(db, projectId, imageId);
    return managedImageView(row ?? refuse("NOT_FOUND"));
  }
  async function readImages(projectId: number) {
    if (!(await projectExists(db, projectId))) return refuse("NOT_FOUND");
    return (await imageRows(db, projectId)).map(managedImageView);
  }
  async function readDocument(projectId: number, documentId: number) {
    const [row] = await documentRows(db, projectId, documentId);
    return documentView(row ?? refuse("NOT_FOUND"));
  }

  serve(contract.listProjectImages, async ({ params, query }) =>
    pageWithin(await readImages(params.id), query),
  );
  serve(contract.addProjectImage, async ({ actor, params: { id }, file, once }) =>
    readImage(id, await addImage(db, files, imageWorker, actor, id, file, { once })),
  );
  serve(contract.reorderProjectImages, async ({ actor, params, body }) => {
    await orderImages(db, actor, params.id, body.imageIds);
    return { content: await readImages(params.id) };
  });
  serve(contract.updateProjectImage, async ({ actor, params, body }) => {
    await describeImage(db, actor, params.id, params.imageId, body.alt);
    return readImage(params.id, params.imageId);
  });
  serve(contract.deleteProjectImage, ({ actor, params }) =>
    removeImage(db, files, actor, params.id, params.imageId),
  );

  serve(contract.getImage, async ({ params }) => {
    const { key, size } = imageAddress(params.key) ?? refuse("NOT_FOUND");
    const answer = await fileAnswer(db, files, await sizeFileOf(db, key, size));
    // Different bytes have a different URL.
    return { ...answer, immutable: true as const };
  });

  serve(contract.addProjectDocument, async ({ actor, params: { id }, file, once }) =>
    readDocument(id, await addDocument(db, files, actor, id, file, once)),
  );
  serve(contract.addProjectDocumentLink, async ({ actor, params: { id }, body, once }) =>
    readDocument(id, await linkDocument(db, actor, id, body, once)),
  );
  serve(contract.reorderProjectDocuments, async ({ actor, params, body }) => {
    await orderDocuments(db, actor, params.id, body.documentIds);
    return { content: (await documentRows(db, params.id)).map(documentView) };
  });
  serve(contract.updateProjectDocument, async ({ actor, params, body }) => {
    await renameDocument(db, actor, params.id, params.documentId, body.name);
    return readDocument(params.id, params.documentId);
  });
  serve(contract.deleteProjectDocument, ({ actor, params }) =>
    removeDocument(db, files, actor, params.id, params.documentId),
  );

  serve(contract.getProjectDocument, async ({ caller, params }) => {
    const document = await documentFile(db, params.id);
    const mayRead = document && (!document.hidden || caller.permissions.includes("projects:read"));
    return fileAnswer(db, files, mayRead ? document.fileId : null);
  });
}
