import { z } from "zod";
import { endpoint, noContent } from "./endpoint.ts";
import { id, idParams, pageOf, pageQuery, typedText } from "./shapes.ts";

const listName = z.string().regex(/^[a-zA-Z-]{1,60}$/);

/** A person's saved configuration of a list: search, filters, order and columns, by name. */
const saved = {
  name: typedText(1, 60),
  /** From the list's address: tab, search, filters and order, without the page. */
  query: z.string().max(2000),
  /** Hidden columns. */
  hidden: z.array(z.string().max(60)).max(60),
};
const view = z.object({ id, ...saved });
export type SavedView = z.output<typeof view>;

export const listViews = endpoint({
  method: "GET",
  path: "/me/views",
  access: "admitted",
  summary: "The caller's views of a list, by name",
  query: pageQuery.extend({ list: listName }),
  response: pageOf(view),
});

export const saveView = endpoint({
  method: "POST",
  path: "/me/views",
  access: "admitted",
  summary: "Save a view of a list; one of the same name is replaced",
  body: z.strictObject({ list: listName, ...saved }),
  response: view,
  status: 201,
});

export const deleteView = endpoint({
  method: "DELETE",
  path: "/me/views/:id",
  access: "admitted",
  summary: "Delete a view",
  params: idParams,
  response: noContent,
});
