/** The envelope of a list's page. `totalElements` counts all pages. */
export function pageOf<T>(
  content: T[],
  totalElements: number,
  query: { page: number; size: number },
) {
  const { page, size } = query;
  return { content, totalElements, page, size, last: (page + 1) * size >= totalElements };
}
