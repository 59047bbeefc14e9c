/*
 * The demonstration's projects with additional content: a fact sheet generated from their own facts, a
 * drawn picture, and for some a map and a film. Maps show the region by OpenStreetMap; the film is NASA's
 * "A Year in the Life of Earth's CO2", in the public domain. Neither loads anything before a click.
 */

interface Shown {
  externalId: string;
  /** West, south, east and north bounds of the region in degrees. */
  region?: string;
  film?: boolean;
}

const withMedia: readonly Shown[] = [
  { externalId: "VCS2250", region: "67.2,23.6,68.6,24.9", film: true },
  { externalId: "VCS934", region: "17.4,-3.2,19.3,-1.4", film: true },
  { externalId: "VCS2004", region: "-7.1,30.85,-6.6,31.2" },
  { externalId: "VCS1950", region: "23.7,-30.9,24.4,-30.3" },
  { externalId: "GS5125", region: "36.4,12.3,43.2,18.1" },
  { externalId: "VCS487", region: "102.0,-4.0,103.0,-3.2", film: true },
];

const others =
  "ACR114 ACR598 ACR656 ACR865 CAR400 CAR639 CAR1459 CAR1480 CAR1948 GS751 GS2297 GS4597 GS10879 GS11627 VCS1117 VCS1144 VCS1812 VCS1884 VCS2073 VCS2302 VCS2347 VCS2465 VCS2710 VCS2746".split(
    " ",
  );

/** Thirty projects of as many types, the best known of each. */
export const showcase: readonly Shown[] = [
  ...withMedia,
  ...others.map((externalId) => ({ externalId })),
];

const film = "x1SgmFa0r04";

/** The external content embedded in a project's page. */
export function mediaOf({ region, film: hasFilm = false }: Shown) {
  return {
    embedUrl: region
      ? `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(region)}&layer=mapnik`
      : null,
    youtubeVideoIds: hasFilm ? [film] : [],
  };
}
