import { addTexts } from "../../lib/i18n.ts";

export const sources = addTexts("sources", {
  title: "Data sources",
  lead: "This marketplace runs as a demonstration. Its projects are real, its offers are not.",
  projects: "Projects and vintages",
  attribution:
    "Project data: Barbara K. Haya, Tyler Bernard, Aline Abayo, Xinyun Rong, Ivy S. So, Micah Elias (2025). Voluntary Registry Offsets Database v2025-12, Berkeley Carbon Trading Project, University of California, Berkeley. Licensed under CC BY 4.0.",
  database: "Voluntary Registry Offsets Database",
  licence: "Creative Commons Attribution 4.0 International",
  changes:
    "Changes made: a selection of projects and columns, columns renamed, spellings of project types unified, names made readable (the registry's spelling is shown in the detail), country codes and retired tonnes by vintage derived; prices, stock, terms of sale, goals and descriptions added for this demonstration.",
  origin:
    "The facts originate from the public registries (Verra, Gold Standard, American Carbon Registry, Climate Action Reserve, ART). Their names and marks are theirs.",
  invented: "What is invented",
  inventedText:
    "Prices, tonnes on offer, availability, claim types, credits expected from 2026 on and their delivery, financing and sponsoring terms and the due-diligence reports are made by rules. The descriptions are our own words, from the facts of the registries.",
  noOffer:
    "Nothing here is an offer of the projects, developers, auditors or registries named. They have no relation to this software, and nothing implies that they endorse it.",
  goals: "Sustainable Development Goals",
  goalsText:
    "The goals shown follow from the project type and are indicative. The tiles are our own and not the official icons of the United Nations.",
  shapes: "Shapes of countries",
  shapesText:
    "Natural Earth, 1:110m, in the public domain (naturalearthdata.com), by way of the package world-atlas. Borders are drawn as Natural Earth draws them and take no side.",
  pictures: "Pictures",
  picturesText:
    "The landscapes are drawings, made from the number and the type of a project. They do not show the place.",
});
