/**
 * How many changes a run has tried, by its report of them: those of what counts only while a file is loaded are made and
 * left out.
 * @param {string} json
 */
export function changesTried(json) {
  /** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
  const { files } = JSON.parse(json);
  return Object.values(files)
    .flatMap(({ mutants }) => mutants)
    .filter(({ status }) => status !== "Ignored").length;
}
