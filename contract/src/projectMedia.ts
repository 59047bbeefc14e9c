import { z } from "zod";
import { image, projectDocument } from "./catalogue.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { id, idParams, pageOf, pageQuery, textInt, typedText, webAddress } from "./shapes.ts";

/* Images and documents of projects. */

const mebibyte = 1024 * 1024;

export const imageStates = ["PENDING", "READY", "FAILED"] as const;

/** An image as the editor sees it: its four sizes are generated in the background after the upload. */
export const managedImage = image.omit({ urls: true }).extend({
  status: z.enum(imageStates),
  /** How many of the four sizes are ready. */
  sizesReady: z.int().min(0).max(4),
  /** Null until READY. */
  urls: image.shape.urls.nullable(),
  /** Name of the uploaded file. */
  fileName: z.string(),
});
export type ManagedImage = z.output<typeof managedImage>;

const imageParams = idParams.extend({ imageId: textInt(1) });

export const listProjectImages = endpoint({
  method: "GET",
  path: "/management/projects/:id/images",
  access: "projects:read",
  summary: "The images of a project in their order, with the progress of their sizes",
  params: idParams,
  query: pageQuery,
  response: pageOf(managedImage),
});

export const addProjectImage = endpoint({
  method: "POST",
  path: "/management/projects/:id/images",
  access: "projects:write",
  summary: "Upload an image: JPEG, PNG, WebP or AVIF by its content; its sizes are made afterwards",
  params: idParams,
  upload: { maxBytes: 20 * mebibyte },
  response: managedImage,
  status: 201,
  idempotent: true,
});

export const reorderProjectImages = endpoint({
  method: "PATCH",
  path: "/management/projects/:id/images",
  access: "projects:write",
  summary: "Put the images in order",
  params: idParams,
  /** All images of the project, each once; VERSION_CONFLICT if they differ from the current ones. */
  body: z.strictObject({ imageIds: z.array(id).max(100) }),
  response: z.object({ content: z.array(managedImage) }),
  refusals: ["VERSION_CONFLICT"],
});

export const updateProjectImage = endpoint({
  method: "PATCH",
  path: "/management/projects/:id/images/:imageId",
  access: "projects:write",
  summary: "Set an image's alternative text",
  params: imageParams,
  body: z.strictObject({ alt: typedText(0, 300) }),
  response: managedImage,
});

export const deleteProjectImage = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/images/:imageId",
  access: "projects:write",
  summary: "Delete an image with all its sizes",
  params: imageParams,
  response: noContent,
});

export const getImage = endpoint({
  method: "GET",
  path: "/images/:key",
  // An <img> sends no token: the unguessable key is the permission.
  access: "public",
  summary: "One size of an image, at an address from the image's urls",
  params: z.object({ key: z.string().regex(/^[\w-]{1,100}$/) }),
  response: file("image/webp", "image/jpeg", "image/png"),
});

const documentParams = idParams.extend({ documentId: textInt(1) });
const documents = z.object({ content: z.array(projectDocument) });
const documentName = typedText(1, 200);

export const addProjectDocument = endpoint({
  method: "POST",
  path: "/management/projects/:id/documents",
  access: "projects:write",
  summary: "Upload a PDF; its name is the file's until it is changed",
  params: idParams,
  upload: { maxBytes: 50 * mebibyte },
  response: projectDocument,
  status: 201,
  idempotent: true,
});

export const addProjectDocumentLink = endpoint({
  method: "POST",
  path: "/management/projects/:id/documents/links",
  access: "projects:write",
  summary: "Add a link to a document elsewhere",
  params: idParams,
  body: z.strictObject({ name: documentName, url: webAddress }),
  response: projectDocument,
  status: 201,
  idempotent: true,
});

export const reorderProjectDocuments = endpoint({
  method: "PATCH",
  path: "/management/projects/:id/documents",
  access: "projects:write",
  summary: "Put the documents in order",
  params: idParams,
  /** All documents of the project, each once; VERSION_CONFLICT if they differ from the current ones. */
  body: z.strictObject({ documentIds: z.array(id).max(100) }),
  response: documents,
  refusals: ["VERSION_CONFLICT"],
});

export const updateProjectDocument = endpoint({
  method: "PATCH",
  path: "/management/projects/:id/documents/:documentId",
  access: "projects:write",
  summary: "Rename a document",
  params: documentParams,
  body: z.strictObject({ name: documentName }),
  response: projectDocument,
});

export const deleteProjectDocument = endpoint({
  method: "DELETE",
  path: "/management/projects/:id/documents/:documentId",
  access: "projects:write",
  summary: "Delete a document",
  params: documentParams,
  response: noContent,
});

export const getProjectDocument = endpoint({
  method: "GET",
  path: "/documents/:id",
  access: "admitted",
  summary: "A project's document; those of hidden projects only with the permission projects:read",
  params: idParams,
  response: file("application/pdf"),
});
