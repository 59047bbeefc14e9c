import { isQuarterOver, quarterText } from "@tonneline/contract/delivery";
import { useTranslation } from "react-i18next";
import { nextWorkingDay } from "../../lib/days.ts";
import { day, joinList, today, tonnes } from "../../lib/format.ts";
import { useSite } from "../../lib/site.ts";
import { Timeline } from "../../ui/Timeline.tsx";

interface Props {
  /** Tonnes; 0 if there are only reports. */
  credits: number;
  /** The part of them that no registry has issued yet, in tonnes. */
  expected: number;
  /** The expected deliveries of those, as given by each vintage; null where it gives none. */
  deliveries: readonly (string | null | undefined)[];
  /** Payment unlocks reports. */
  hasReports: boolean;
  /** The colleagues who approve it first; undefined if it becomes an order at once, null while unknown. */
  waitsFor?: readonly string[] | null | undefined;
}

/** The steps after placing the order. */
export function NextSteps({ credits, expected, deliveries, hasReports, waitsFor }: Props) {
  const { t } = useTranslation();
  const { paymentDays } = useSite();
  const what = credits > 0 ? "credits" : "reports";
  const colleagueStep = (names: readonly string[] | null) =>
    names === null
      ? { title: t("cart.review.perhaps"), text: t("cart.review.perhapsText") }
      : {
          title: t("cart.review.colleague"),
          text:
            names.length > 0
              ? t(`cart.review.decides.${what}`, { names: joinList(names, "or") })
              : t(`cart.review.nobody.${what}`),
        };
  const waits = waitsFor !== undefined;
  const known = deliveries.flatMap((quarter) => quarter ?? []).toSorted();
  const ends = [...new Set([known.at(0), known.at(-1)])].flatMap((at) => at ?? []);
  // The expected quarters are left out once the first has passed.
  const quarters = ends.some((at) => isQuarterOver(at, today())) ? [] : ends.map(quarterText);
  return (
    <Timeline
      steps={[
        ...(waits ? [{ tone: "now" as const, ...colleagueStep(waitsFor) }] : []),
        {
          tone: waits ? "next" : "now",
          title: t("cart.review.approve"),
          text: waits
            ? t("cart.review.approveLater")
            : t("cart.review.approveText", { day: day(nextWorkingDay(today())) }),
        },
        {
          title: t("cart.review.invoice"),
          text: t("cart.review.invoiceText", { count: paymentDays }),
        },
        {
          title: t(`cart.review.paid.${what}`),
          text: credits > 0 && hasReports ? t("cart.review.portfolioText") : undefined,
        },
        ...(expected > 0
          ? [
              {
                title: t("cart.review.issue", { tonnes: tonnes(expected) }),
                text: [
                  ...(quarters.length > 0
                    ? [t("cart.review.issueIn", { quarters: quarters.join(" – ") })]
                    : []),
                  t("cart.review.issueText"),
                ].join(" "),
              },
            ]
          : []),
      ]}
    />
  );
}
