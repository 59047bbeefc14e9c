import { Button, Modal } from "@mantine/core";
import { IconLeaf, IconLock } from "@tabler/icons-react";
import type { Holding } from "@tonneline/contract/portfolio";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal, refusalText } from "../../lib/api.ts";
import { isDefinite } from "../../lib/attempts.ts";
import { tonnes } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { LeaveQuestion } from "../../ui/LeaveQuestion.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Cover } from "../orders/Cover.tsx";
import styles from "./retire.module.css";
import { RetireFields } from "./RetireFields.tsx";
import { useRequestRetirement, useRetirementAttempts } from "./portfolio.queries.ts";
import { bodyOf, draftOf, quantityOf, wrongOf, type RetirementDraft } from "./retirementForm.ts";
import { useClosedByBack } from "../../ui/useClosedByBack.ts";
import { useReturnedFocus } from "../../ui/useReturnedFocus.ts";

/**
 * Asks for what a retirement needs, and before it is closed with something typed. A request whose answer was lost is
 * taken up again: sent once more with its key, it retires once.
 */
export function RetireDialog(props: { holding: Holding; company: string; onClose: () => void }) {
  const { holding, company, onClose } = props;
  const { t } = useTranslation();
  useReturnedFocus();
  const form = useRef<HTMLFormElement>(null);
  const request = useRequestRetirement();
  const attempts = useRetirementAttempts();
  const [lost] = useState(() => {
    const attempt = attempts.current();
    return attempt?.body.vintageId === holding.vintageId ? attempt.body : undefined;
  });
  const [draft, setDraft] = useState<RetirementDraft>(() =>
    lost
      ? draftOf(lost)
      : {
          quantity: "",
          beneficiaryName: company,
          purpose: "OWN_EMISSIONS",
          periodFrom: "",
          periodTo: "",
          message: "",
          unnamed: false,
        },
  );
  const [touched, setTouched] = useState(false);
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // What was sent before and may have been taken off already is not measured by what is left now.
  const resending =
    lost && JSON.stringify(bodyOf(draft, holding.vintageId)) === JSON.stringify(lost);
  const wrong = wrongOf(draft, resending ? lost.quantity : holding.available);
  const available = tonnes(holding.available);
  const quantity = quantityOf(draft.quantity);
  const tooFew = isRefusal(request.error, "INSUFFICIENT_CREDITS");
  const refused = fieldErrorsOf(request.error).filter(({ path }) => path in draft);
  const errorAt = (field: keyof RetirementDraft): string | undefined => {
    const key = field in wrong ? wrong[field as keyof typeof wrong] : undefined;
    if (tried && key) return t(`portfolio.retire.${key}`, { available });
    if (field === "quantity" && tooFew) return refusalText(request.error);
    return refused.find(({ path }) => path === field)?.message;
  };

  const change = (part: Partial<RetirementDraft>) => {
    setTouched(true);
    request.reset();
    setDraft({ ...draft, ...part });
  };
  // The fields are marked by the next render.
  const focusFirstWrong = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
  // Sent and not answered: it may have been done.
  const inDoubt = request.error ? !isDefinite(request.error) : lost !== undefined && !touched;
  const close = () => {
    if (request.isPending) return;
    // Later, or the same press of Escape would close the question as well.
    if (touched || inDoubt) setTimeout(() => setLeaving(true));
    else onClose();
  };
  useClosedByBack(true, close);
  const discard = () => {
    attempts.settle();
    onClose();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(wrong).length > 0) {
      focusFirstWrong();
      return;
    }
    request.mutate(bodyOf(draft, holding.vintageId), {
      onSuccess: (done) => {
        const amount = tonnes(done.quantity);
        showToast({ tone: "good", text: t("portfolio.retire.done", { amount }) });
        onClose();
      },
      onError: focusFirstWrong,
    });
  };

  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t("portfolio.retire.title")}
        classNames={{
          header: styles.header,
          title: styles.title,
          body: styles.body,
        }}
        closeButtonProps={{ "aria-label": t("app.close") }}
      >
        <form ref={form} onSubmit={submit} noValidate>
          <div className={styles.scroll}>
            <div className={styles.holding}>
              <Cover project={{ id: holding.projectId, projectType: holding.projectType }} />
              <div className={styles.what}>
                <div className={styles.name}>{holding.projectName}</div>
                <div className={styles.about}>
                  {t("portfolio.retire.vintage", { year: holding.year })} ·{" "}
                  {t(`portfolio.holdings.${holding.creditType}`)} · {holding.registry.name}{" "}
                  <span className={styles.mono}>{holding.externalId}</span>
                </div>
              </div>
              <div className={styles.left}>
                <b>{available}</b>
                <span>{t("portfolio.retire.available")}</span>
              </div>
            </div>
            {lost && !request.error && (
              <Banner tone="warn" title={t("portfolio.retire.lost")}>
                {t("portfolio.retire.lostText")}
              </Banner>
            )}
            {request.error && !tooFew && refused.length === 0 && (
              <Banner tone="bad" title={refusalText(request.error)} />
            )}
            <RetireFields
              draft={draft}
              available={holding.available}
              quantity={quantity}
              errorAt={errorAt}
              onChange={change}
            />
            <div className={styles.permanent}>
              <IconLock size={20} stroke={1.6} aria-hidden />
              <p>
                <b>{t("portfolio.retire.permanent")}</b> {t("portfolio.retire.permanentText")}
              </p>
            </div>
          </div>
          <footer className={styles.foot}>
            <Button variant="default" onClick={close}>
              {t("portfolio.retire.cancel")}
            </Button>
            <BusyButton
              type="submit"
              color="mint.4"
              className={styles.submit}
              busy={request.isPending}
              leftSection={<IconLeaf size={16} stroke={1.8} aria-hidden />}
            >
              {quantity
                ? t("portfolio.retire.submit", { amount: tonnes(quantity) })
                : t("portfolio.retire.submitEmpty")}
            </BusyButton>
          </footer>
        </form>
      </Modal>
      {leaving && (
        <LeaveQuestion
          title={t("portfolio.retire.leave")}
          text={t(inDoubt ? "portfolio.retire.leaveInDoubt" : "portfolio.retire.leaveText")}
          stay={t("portfolio.retire.stay")}
          leave={t("portfolio.retire.discard")}
          onStay={() => setLeaving(false)}
          onLeave={discard}
        />
      )}
    </>
  );
}
