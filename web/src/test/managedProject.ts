import type { ManagedProject } from "@tonneline/contract/projects";

/** A saved project as operators edit it, without vintages and labels. */
export const managedProject = {
  id: 7,
  version: 1,
  name: "Kwale",
  description: "",
  status: { id: "AVAILABLE", name: "" },
  methodology: "",
  countries: [],
  sustainableDevelopmentGoals: [],
  labels: [],
  vintages: [],
  youtubeVideos: [],
} as unknown as ManagedProject;
