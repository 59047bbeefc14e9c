import type { ComparedVintage } from "@tonneline/contract/compare";
import type { SharedShortlist, Shortlist } from "@tonneline/contract/shortlists";
import { eurosOrNone } from "../../core/money.ts";
import type { ShortlistRow } from "./shortlists.sql.ts";

type Vintages = ReadonlyMap<number, ComparedVintage>;

/** A shortlist as the members of its company read it; `vintages` are as they are now. */
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

/** The page that anybody reads who has this address: the key is all that it takes. */
export function shareUrl(publicUrl: string, key: string): string {
  return `${publicUrl}/shared/${key}`;
}

/** What anybody with the link reads: neither prices nor stock, and nobody's name. */
export function sharedView(row: ShortlistRow, vintages: Vintages): SharedShortlist {
  return {
    name: row.name,
    until: row.shareUntil!.toISOString(),
    vintages: row.vintages.flatMap(({ vintageId, note }) => {
      const vintage = vintages.get(vintageId);
      if (!vintage) return [];
      const { year, creditType, impactType, project } = vintage;
      const { id, name, externalId, registry, registryUrl, projectType, countries, labels } =
        project;
      return [
        {
          vintageId,
          year,
          creditType,
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
