import { Button } from "@mantine/core";
import { IconLeaf, IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { tonnes } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { DialogFrame, DialogText } from "../../ui/DialogFrame.tsx";
import { LeaveQuestion } from "../../ui/LeaveQuestion.tsx";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import { useRestoredFocus } from "../../ui/useRestoredFocus.ts";
import styles from "./retire.module.css";
import { RetireFields } from "./RetireFields.tsx";
import { RetireHoldings, RetireQuantity } from "./RetireHoldings.tsx";
import { useRetireForm, type RetireForm, type RetireProps } from "./useRetireForm.ts";

/**
 * The form to retire one or more holdings; asks for confirmation before it discards input. A request whose response
 * was lost is restored: a retry with the same idempotency key retires only once.
 */
export function RetireDialog(props: RetireProps) {
  const { holdings } = props;
  const { t } = useTranslation();
  useRestoredFocus();
  const form = useRetireForm(props);
  useCloseOnBack(true, form.close);
  const [only, ...others] = holdings;
  return (
    <>
      <DialogFrame
        opened
        onClose={form.close}
        closeOnEscape={!form.leaving}
        title={
          others.length === 0
            ? t("portfolio.retire.title")
            : t("portfolio.retire.titleOf", { count: holdings.length })
        }
      >
        <form ref={form.form} onSubmit={form.submit} noValidate>
          <div className={styles.scroll}>
            <RetireHoldings holdings={holdings} form={form} />
            {others.length > 0 && <p className={styles.about}>{t("portfolio.retire.oneEach")}</p>}
            {form.isResumed && (
              <div data-outcome>
                <Banner tone="warn" title={t("portfolio.retire.lost")}>
                  {t(form.resending ? "portfolio.retire.lostText" : "portfolio.retire.lostChanged")}
                </Banner>
              </div>
            )}
            {form.error && !form.isAtField && <Banner tone="bad" title={reasonOf(form.error)} />}
            <RetireFields form={form}>
              {only && others.length === 0 && <RetireQuantity holding={only} form={form} />}
            </RetireFields>
            <div className={styles.permanent}>
              <IconLock size={20} stroke={1.6} aria-hidden />
              <DialogText>
                <b>{t("portfolio.retire.permanent")}</b> {t("portfolio.retire.permanentText")}
              </DialogText>
            </div>
          </div>
          <Foot form={form} />
        </form>
      </DialogFrame>
      {form.leaving && (
        <LeaveQuestion
          title={t("portfolio.retire.leave")}
          text={t(form.inDoubt ? "portfolio.retire.leaveInDoubt" : "portfolio.retire.leaveText")}
          stay={t("portfolio.retire.stay")}
          leave={t("portfolio.retire.discard")}
          onStay={form.stay}
          onLeave={form.discard}
        />
      )}
    </>
  );
}

function Foot({ form }: { form: RetireForm }) {
  const { t } = useTranslation();
  return (
    <footer className={styles.foot}>
      <Button variant="default" onClick={form.close}>
        {t("portfolio.retire.cancel")}
      </Button>
      <BusyButton
        type="submit"
        color="mint.4"
        className={styles.submit}
        busy={form.isSending}
        leftSection={<IconLeaf size={16} stroke={1.8} aria-hidden />}
      >
        {form.total > 0
          ? t("portfolio.retire.submit", { amount: tonnes(form.total) })
          : t("portfolio.retire.submitEmpty")}
      </BusyButton>
    </footer>
  );
}
