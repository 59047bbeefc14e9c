/**
 * Returns how many mutants a run tried, according to its report. Mutants of code that runs only while a file is loaded
 * are generated but ignored.
 * @param {string} json
 */
export function countTestedMutants(json) {
  /** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
  const { files } = JSON.parse(json);
  return Object.values(files)
    .flatMap(({ mutants }) => mutants)
    .filter(({ status }) => status !== "Ignored").length;
}
