import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ManagedQuote } from "@tonneline/contract/quotes";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dayAhead } from "../../../lib/days.ts";
import { failureByField, recordFailure } from "../../../lib/failure.ts";
import { dateTime, euros, tonnes } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { Facts } from "../../../ui/Facts.tsx";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import { QuoteStatusBadge } from "../QuoteStatusBadge.tsx";
import { useManagedQuote, useQuoteSteps } from "./managed.queries.ts";
import { QuoteLines } from "./QuoteLines.tsx";
import { endsAt } from "../ends.ts";
import { UntilField } from "./UntilField.tsx";

type Step = "keep" | "order" | "withdraw";

const possible: Record<ManagedQuote["status"], readonly Step[]> = {
  OPEN: ["keep", "withdraw"],
  KEPT: ["order", "keep", "withdraw"],
  EXPIRED: ["keep"],
  ORDERED: [],
  REQUESTED: [],
  WITHDRAWN: [],
};

/** One quote beside the list: its buyer, items and validity, and the possible actions. */
export function QuoteDrawer(props: { id: string; canWrite: boolean; onClose: () => void }) {
  const { id, canWrite, onClose } = props;
  const { t } = useTranslation();
  const record = useManagedQuote(id);
  const { data: quote } = record;
  const [step, setStep] = useState<Step>();
  const steps = quote && canWrite ? possible[quote.status] : [];
  return (
    <RecordDrawer
      title={quote ? t("quotes.one.title", quote) : t("app.pages.quote")}
      opened={id !== ""}
      onClose={onClose}
      failure={recordFailure(record, { failed: t("quotes.one.failed") })}
      actions={
        quote && (
          <>
            <QuoteStatusBadge {...quote} />
            {steps.map((each, at) => (
              <Button
                key={each}
                size="sm"
                variant={at === 0 ? "filled" : "default"}
                onClick={() => setStep(each)}
              >
                {t(`quotes.managed.${each}.open`)}
              </Button>
            ))}
          </>
        )
      }
    >
      {quote && (
        <>
          <QuoteFacts quote={quote} />
          <QuoteLines quote={quote} />
          {step && <StepDialog quote={quote} step={step} onClose={() => setStep(undefined)} />}
        </>
      )}
    </RecordDrawer>
  );
}

function QuoteFacts({ quote }: { quote: ManagedQuote }) {
  const { t } = useTranslation();
  const { orderId } = quote;
  return (
    <Facts
      facts={[
        [
          t("quotes.column.company"),
          <CompanyLink key="company" id={quote.companyId} name={quote.companyName} />,
        ],
        [t("quotes.column.author"), `${quote.author}, ${quote.username}`],
        [t("quotes.column.made"), dateTime(quote.createdAt)],
        [t("quotes.column.until"), endsAt(quote.validUntil)],
        [
          t("quotes.managed.orderOf"),
          orderId !== null && (
            <Link to={paths.managementOrders} search={{ open: String(orderId) }}>
              {t("orders.one.title", { id: orderId })}
            </Link>
          ),
        ],
      ]}
    />
  );
}

/** Confirms an action and explains its effect. */
function StepDialog(props: { quote: ManagedQuote; step: Step; onClose: () => void }) {
  const { quote, step, onClose } = props;
  const { t } = useTranslation();
  const [until, setUntil] = useState(dayAhead(14));
  const [number, setNumber] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const steps = useQuoteSteps(quote.id);
  const doing = steps[step];
  const { errorAt, failure } = failureByField(doing.error, ["until", "purchaseOrderNumber"]);
  const values = {
    number: quote.number,
    name: quote.author,
    tonnes: tonnes(quote.totalCredits),
    net: euros(quote.totalPriceNet),
  };
  const done = {
    onSuccess: (made: object) => {
      const approvalText = "approval" in made && t("quotes.managed.order.asked", values);
      showToast({ tone: "good", text: approvalText || t(`quotes.managed.${step}.done`, values) });
      onClose();
    },
  };
  return (
    <ActionDialog
      title={t(`quotes.managed.${step}.title`, values)}
      text={t(`quotes.managed.${step}.text`, values)}
      confirm={t(`quotes.managed.${step}.confirm`, values)}
      danger={step === "withdraw"}
      busy={doing.isPending}
      failure={failure}
      onConfirm={() => {
        setSubmitted(true);
        if (step === "keep" && until === "") return;
        if (step === "keep") steps.keep.mutate(until, done);
        else if (step === "order") steps.order.mutate({ purchaseOrderNumber: number }, done);
        else steps.withdraw.mutate(undefined, done);
      }}
      onClose={onClose}
    >
      {step === "keep" && (
        <UntilField
          data-autofocus
          value={until}
          error={submitted && until === "" ? t("quotes.offer.wrong.until") : errorAt("until")}
          onChange={setUntil}
        />
      )}
      {step === "order" && (
        <TextInput
          size="md"
          label={t("quotes.managed.order.number")}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          value={number}
          error={errorAt("purchaseOrderNumber")}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}
