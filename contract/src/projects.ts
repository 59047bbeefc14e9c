import { availabilityStatuses, categories, continents, labelKinds } from "./codes.ts";
import { z } from "zod";
import { financingDetails, image, label, project, projectSummary } from "./catalogue.ts";
import { countryCode } from "./addresses.ts";
import { endpoint, noContent } from "./endpoint.ts";
import { changedVintage, managedVintage, newVintage } from "./vintages.ts";
import { managedImage } from "./projectMedia.ts";
import {
  creditSum,
  day,
  id,
  idParams,
  instant,
  listOf,
  repeatable,
  named,
  tabbedListOf,
  textFlag,
  textInt,
  typedLines,
  typedText,
  uses,
  webAddress,
  seenVersion,
} from "./shapes.ts";
import { youtubeVideoId } from "./youtube.ts";

const year = z.int().min(1990).max(2100);

/** What a change of the project would affect right now. */
export const inUse = z.object({
  carts: z.int(),
  creditsInCarts: creditSum,
  /** Awaiting approval or payment. */
  openOrders: z.int(),
  creditsInOpenOrders: creditSum,
  /** Companies whose portfolio holds its credits. */
  holders: z.int(),
  creditsHeld: creditSum,
});

export const managedProject = project
  .omit({ images: true, vintages: true, nameAtRegistry: true, facts: true })
  .extend({
    methodology: z.string(),
    images: z.array(managedImage),
    /** Including withdrawn ones; the newest first. */
    vintages: z.array(managedVintage),
    inUse,
    createdAt: instant,
    updatedAt: instant,
  });
export type ManagedProject = z.output<typeof managedProject>;

const detailsWindow = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "Ends before it begins" });

const maxVideos = 20;
const maxLabels = labelKinds.length * 5;

const projectFields = {
  name: typedText(1, 300),
  description: typedLines(0, 20_000),
  /** The id at the registry, such as VCS1764; unique among projects. */
  externalId: typedText(1, 100).nullable(),
  registryId: id,
  registryUrl: webAddress.nullable(),
  registryStatus: typedText(1, 100).nullable(),
  projectDeveloperId: id,
  auditorId: id.nullable(),
  projectTypeId: id,
  methodology: typedText(0, 300),
  countries: z.array(countryCode).max(50),
  /** Defaults to the continent of the first country if countries are given. */
  continent: z.enum(continents).nullable(),
  sustainableDevelopmentGoals: z.array(z.int().min(1).max(17)).max(17),
  status: z.enum(availabilityStatuses),
  hidden: z.boolean(),
  investmentAvailable: z.boolean(),
  /** Null removes the details. */
  sponsoringDetails: z
    .strictObject({ expectedImpact: typedLines(1, 2000), sponsoringOpportunity: detailsWindow })
    .nullable(),
  financingDetails: z
    .strictObject({
      ...financingDetails.shape,
      financingOpportunity: detailsWindow,
      creditingPeriod: z
        .array(year)
        .max(100)
        .overwrite((years) => [...new Set(years)].toSorted((one, other) => one - other)),
      methodology: typedText(1, 300),
    })
    .nullable(),
  /** Shown in an iframe on the project's page. */
  embedUrl: webAddress.nullable(),
  /** Ids, or addresses in any form that YouTube uses. */
  youtubeVideos: z
    .array(
      typedText(1, 2000).transform((text, context) => {
        const videoId = youtubeVideoId(text);
        if (videoId === undefined) context.addIssue("This is not the address of a YouTube video");
        return videoId ?? z.NEVER;
      }),
    )
    .max(maxVideos, `No more than ${maxVideos} videos`),
  labels: z
    .array(z.strictObject({ ...label.shape, detail: typedText(0, 200), source: typedText(1, 300) }))
    .max(maxLabels, `No more than ${maxLabels} labels`)
    .superRefine((given, context) => {
      const names = given.map(({ kind, detail }) => `${kind} ${detail}`);
      names.forEach((name, index) => {
        if (names.indexOf(name) === index) return;
        context.addIssue({
          code: "custom",
          path: [index, "detail"],
          message: "This label is already listed",
        });
      });
    }),
  /** Price and availability are made up for demonstration. */
  demonstration: z.boolean(),
};

const maxVintages = 200;
const newVintages = z.array(newVintage).max(maxVintages).optional();

/** The body of a new project; it defaults to empty fields, AVAILABLE and visible. */
export const newProject = z
  .strictObject({ ...projectFields, newVintages })
  .partial()
  .required({ name: true, registryId: true, projectDeveloperId: true, projectTypeId: true });
export type NewProject = z.output<typeof newProject>;

/** Only the fields to change, with the version that was read. */
export const projectChange = z
  .strictObject(projectFields)
  .partial()
  .extend({
    version: seenVersion,
    newVintages,
    /** Each with its own version; a deleted one is a VERSION_CONFLICT too. */
    changedVintages: z
      .array(changedVintage)
      .max(maxVintages)
      .refine((given) => new Set(given.map((each) => each.id)).size === given.length, {
        message: "A vintage is named twice",
      })
      .optional(),
  });
export type ProjectChange = z.output<typeof projectChange>;

const savedProject = managedProject.extend({
  /** Ids of the created `newVintages`, in the same order; absent if there are none. */
  newVintageIds: z.array(id).optional(),
});

/** A row of the operators' list. Its prices cover all vintages on sale, whereas those for buyers skip what is sold out. */
export const managedProjectSummary = projectSummary
  .pick({
    id: true,
    name: true,
    externalId: true,
    registry: true,
    projectDeveloper: true,
    projectType: true,
    countries: true,
    continent: true,
    status: true,
    categories: true,
    availableCredits: true,
    totalCredits: true,
    vintagesAvailable: true,
    priceFrom: true,
    priceTo: true,
    demonstration: true,
  })
  .extend({
    /** The first processed image. */
    image: image.nullable(),
    /** AVAILABLE, but without credits left: buyers see "Sold out". */
    soldOut: z.boolean(),
    hidden: z.boolean(),
    updatedAt: instant,
    version: z.int(),
  });
export type ManagedProjectSummary = z.output<typeof managedProjectSummary>;

export const listManagedProjects = endpoint({
  method: "GET",
  path: "/management/projects",
  access: "projects:read",
  summary: "Every project, including hidden ones",
  ...tabbedListOf(managedProjectSummary, {
    sorts: [
      "id",
      "name",
      "externalId",
      "registry",
      "projectDeveloper",
      "projectType",
      "countries",
      "categories",
      "status",
      "availableCredits",
      "totalCredits",
      "priceFrom",
      "vintages",
      "hidden",
      "updatedAt",
    ],
    tabs: { field: "status", names: availabilityStatuses },
    filters: {
      category: repeatable(z.enum(categories)).optional(),
      projectType: repeatable(textInt(1)).optional(),
      registry: repeatable(textInt(1)).optional(),
      developer: repeatable(textInt(1)).optional(),
      country: repeatable(countryCode).optional(),
      hidden: textFlag.optional(),
      /** Whether it has credits that are overdue: see `isOverdue` of delivery. */
      overdue: textFlag.optional(),
    },
  }),
  csv: true,
});

export const getManagedProject = endpoint({
  method: "GET",
  path: "/management/projects/:id",
  access: "projects:read",
  summary: "One project with everything that the editor shows",
  params: idParams,
  response: managedProject,
});

export const createProject = endpoint({
  method: "POST",
  path: "/management/projects",
  access: "projects:write",
  summary: "Add a project with its vintages, all or nothing; images and documents follow",
  body: newProject,
  response: savedProject,
  status: 201,
  idempotent: true,
});

export const updateProject = endpoint({
  method: "PATCH",
  path: "/management/projects/:id",
  access: "projects:write",
  summary: "Change a project and its vintages, all or nothing; carts and portfolios are notified",
  params: idParams,
  body: projectChange,
  response: savedProject,
  idempotent: true,
  refusals: ["VERSION_CONFLICT", "INSUFFICIENT_CREDITS"],
});

export const getProjectUses = endpoint({
  method: "GET",
  path: "/management/projects/:id/uses",
  access: "projects:write",
  summary: "What prevents a project's deletion",
  params: idParams,
  response: uses,
});

export const deleteProject = endpoint({
  method: "DELETE",
  path: "/management/projects/:id",
  access: "projects:write",
  summary: "Delete a project that nothing refers to",
  params: idParams,
  response: noContent,
  refusals: ["IN_USE"],
});

export const recordProjectChange = endpoint({
  method: "POST",
  path: "/management/projects/:id/changes",
  access: "projects:write",
  summary: "Add a sentence to the project's public history",
  params: idParams,
  body: z.strictObject({ change: typedText(1, 500) }),
  response: managedProject,
  status: 201,
  idempotent: true,
});

export const choiceLists = ["registries", "developers", "auditors", "projectTypes"] as const;
export const listProjectChoices = endpoint({
  method: "GET",
  path: "/management/projects/choices",
  access: "projects:read",
  summary: "Entries that a project can choose from, by name",
  ...listOf(named, {
    sorts: ["name"],
    filters: {
      list: z.enum(choiceLists),
      /** Only these ids: to name the options that are already selected. */
      id: repeatable(textInt(1)).optional(),
    },
  }),
});
