import type { labelKinds } from "@tonneline/contract/codes";

export type Label = { kind: (typeof labelKinds)[number]; detail: string };

const purposes: Record<string, string> = {
  "intl mitigation purposes": "international mitigation",
  "ndc use": "national contributions",
  "other purposes": "other purposes",
};

function read(text: string): Label | null {
  if (/^ICVCM CCP/i.test(text)) return { kind: "CCP", detail: "Approved" };
  if (/^Social Carbon$/i.test(text)) return { kind: "SOCIAL_CARBON", detail: "" };
  const ccb = /^CCB-(.+)$/i.exec(text)?.[1];
  if (ccb) return { kind: "CCB", detail: ccb };
  const corsia = /^CORSIA\s*[–-]\s*(.+)$/i.exec(text)?.[1];
  if (corsia)
    return {
      kind: "CORSIA",
      detail: corsia.replace(/ (Eligible|Scope)$/, (word) => word.toLowerCase()),
    };
  const article6 = /^Article 6 Authorized\s*[–-]\s*(.+)$/i.exec(text)?.[1];
  if (article6) return { kind: "ARTICLE_6", detail: purposes[article6.toLowerCase()] ?? article6 };
  return null;
}

/**
 * Parses a `certifications` cell ("CCB-Gold; ICVCM CCP-Approved"): one label per kind with its
 * details joined, in a fixed order, and the texts that are not known labels.
 */
export function labelsOf(certifications: string): { labels: Label[]; unknown: string[] } {
  const details = new Map<Label["kind"], Set<string>>();
  const unknown: string[] = [];
  for (const text of certifications.split(";").map((part) => part.trim())) {
    if (text === "") continue;
    const label = read(text);
    if (label) details.set(label.kind, (details.get(label.kind) ?? new Set()).add(label.detail));
    else unknown.push(text);
  }
  const labels = [...details].map(([kind, found]) => ({
    kind,
    // "No Distinction" is redundant next to a distinction.
    detail: [...found]
      .filter((detail) => found.size === 1 || detail !== "No Distinction")
      .sort()
      .join(", "),
  }));
  for (const label of labels) {
    if (label.kind === "ARTICLE_6") label.detail = `Authorised: ${label.detail}`;
  }
  return { labels: labels.sort((a, b) => (a.kind < b.kind ? -1 : 1)), unknown };
}
