import type { ComparedVintage } from "@tonneline/contract/compare";
import type { SharedShortlist, Shortlist } from "@tonneline/contract/shortlists";
import { eurosOrNone } from "../../core/money.ts";
import type { ShortlistRow } from "./shortlists.sql.ts";

type Vintages = ReadonlyMap<number, ComparedVintage>;

/** A shortlist as shown to members of its company; `vintages` are the current ones. */
export function shortlistView(row: ShortlistRow, vintages: Vintages, publicUrl: string): Shortlist {
  const { id, name, userId, author, shareKey, shareUntil, version } = row;
  return {
    id,
    name,
    userId,
    author,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    share:
      shareKey === null
        ? null
        : { url: shareUrl(publicUrl, shareKey), until: shareUntil!.toISOString() },
    vintages: row.vintages.flatMap((kept) => {
      const vintage = vintages.get(kept.vintageId);
      if (!vintage) return [];
      const { priceCents, available, addedAt, ...rest } = kept;
      return [
        {
          ...rest,
          addedAt: new Date(addedAt).toISOString(),
          priceThen: eurosOrNone(priceCents),
          availableThen: available,
          vintage,
        },
      ];
    }),
    version,
  };
}

/** Returns the URL of the public page: the key is all that is needed to read it. */
export function shareUrl(publicUrl: string, key: string): string {
  return `${publicUrl}/shared/${key}`;
}

/** A shortlist as shown to anyone with the link: without prices, stock and people's names. */
export function sharedView(row: ShortlistRow, vintages: Vintages): SharedShortlist {
  return {
    name: row.name,
    until: row.shareUntil!.toISOString(),
    vintages: row.vintages.flatMap(({ vintageId, note }) => {
      const vintage = vintages.get(vintageId);
      if (!vintage) return [];
      const { year, creditType, expectedDelivery, impactType, project } = vintage;
      const { id, name, externalId, registry, registryUrl, projectType, countries, labels } =
        project;
      return [
        {
          vintageId,
          year,
          creditType,
          expectedDelivery,
          impactType,
          note,
          project: {
            id,
            name,
            externalId,
            registry: registry.name,
            registryUrl,
            projectType: projectType.name,
            countries,
            labels,
          },
        },
      ];
    }),
  };
}
