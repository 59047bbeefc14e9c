import type { Suggestions } from "@tonneline/contract/catalogue";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../lib/paths.ts";
import { withSuggested } from "./catalogue.search.ts";
import type { ChangeSearch } from "./useProjectSearch.ts";

/**
 * Applies a suggestion by its option's value: a filter or a developer replaces what was typed, a project is opened. Returns
 * whether to clear the field.
 */
export function useChosenSuggestion(change: ChangeSearch) {
  const navigate = useNavigate();
  return ({ filters, projects, developers }: Suggestions, value: string): boolean => {
    const [group, nth] = value.split(" ");
    const project = group === "projects" && projects[Number(nth)];
    if (project) {
      void navigate({ to: paths.project, params: { id: String(project.id) } });
      return false;
    }
    const developer = group === "developers" && developers[Number(nth)];
    const query = developer ? `developer=${developer.id}` : filters[Number(nth)]?.query;
    if (query !== undefined) change((present) => withSuggested(present, query));
    return query !== undefined;
  };
}
