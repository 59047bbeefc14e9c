import { Button } from "@mantine/core";
import type { BankStatement } from "@tonneline/contract/bank";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { day, euros, whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { AskReason } from "./AskReason.tsx";
import styles from "./bank.module.css";
import { useAcceptGap, useBankFigures } from "./bank.queries.ts";

/** Describes what is missing before a statement: skipped numbers, or a balance that does not match the previous one. */
export function gapText(t: TFunction, { opening, gap }: Pick<BankStatement, "opening" | "gap">) {
  const { before, numbers } = gap ?? {};
  const { first, last } = numbers ?? {};
  return [
    first !== undefined &&
      last !== undefined &&
      t(first === last ? "bank.gap.number" : "bank.gap.numbers", { first, last }),
    before &&
      t("bank.gap.balance", {
        opening: euros(opening ?? 0),
        closing: euros(before.closing),
        before: before.statementId,
        day: day(before.to),
      }),
  ]
    .filter(Boolean)
    .join(" ");
}

// More would not help: the page of statements has all of them.
const maxShown = 3;

/** The alert for missing statements, until they are added or an operator states why they will not be. */
export function Gaps({ canWrite }: { canWrite: boolean }) {
  const { t } = useTranslation();
  const { data } = useBankFigures();
  const [openStatement, setOpenStatement] = useState<BankStatement>();
  const { mutate, isPending, error, reset } = useAcceptGap();
  const gaps = data?.gaps ?? [];
  const close = () => {
    setOpenStatement(undefined);
    reset();
  };
  return (
    <>
      {gaps.length > 0 && (
        <div className={styles.gaps}>
          <Banner tone="bad" title={t("bank.gap.title")}>
            <ul>
              {gaps.slice(0, maxShown).map((statement) => (
                <li key={statement.id}>
                  {t("bank.gap.before", {
                    statement: statement.statementId,
                    day: day(statement.from),
                  })}{" "}
                  {gapText(t, statement)}{" "}
                  {canWrite && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setOpenStatement(statement)}
                    >
                      {t("bank.gap.accept")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {gaps.length > maxShown && (
              <p>{t("bank.gap.more", { number: whole(gaps.length - maxShown) })}</p>
            )}
            <p>{t("bank.gap.todo")}</p>
          </Banner>
        </div>
      )}
      {openStatement?.id && (
        <AskReason
          title={t("bank.gap.acceptTitle", { statement: openStatement.statementId })}
          text={`${gapText(t, openStatement)} ${t("bank.gap.acceptText")}`}
          confirm={t("bank.gap.confirm")}
          busy={isPending}
          error={error}
          onConfirm={(reason) => mutate({ id: openStatement.id!, reason }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
