import { Button } from "@mantine/core";
import { createManagedQuote } from "@tonneline/contract/quotes";
import { typedEuros, typedTonnes } from "@tonneline/contract/typed";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dayAhead } from "../../../lib/days.ts";
import { failureByField } from "../../../lib/failure.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useBuyers, useOffer } from "./managed.queries.ts";
import { emptyLine, lineFields, OfferLine, type Line, type LineField } from "./OfferLine.tsx";
import { SearchSelect } from "./SearchSelect.tsx";
import { UntilField } from "./UntilField.tsx";

// Invalid numbers become NaN, which the contract rejects; undefined would count as omitted.
const bodyOf = ({ vintageId, credits, price }: Line) => ({
  vintageId: Number(vintageId ?? 0),
  credits: typedTonnes(credits) ?? Number.NaN,
  ...(price.trim() !== "" && { price: typedEuros(price) ?? Number.NaN }),
});

interface Props {
  /** Limits the buyers to this company's members. */
  companyId: string | undefined;
  onMade: (id: number) => void;
  onClose: () => void;
}

/** Creates a quote for a buyer: recipient, items, prices, and how long it is kept. */
export function OfferDialog({ companyId, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const offer = useOffer();
  const [buyer, setBuyer] = useState<string | null>(null);
  const [until, setUntil] = useState(dayAhead(14));
  const [lines, setLines] = useState<readonly Line[]>([emptyLine()]);
  // The lines of the last press: one added since is not incomplete yet.
  const [submitted, setSubmitted] = useState<readonly Line["key"][]>([]);
  const more = useRef<HTMLButtonElement>(null);
  const wanted = createManagedQuote.body.safeParse({
    userId: Number(buyer ?? 0),
    until,
    items: lines.map(bodyOf),
  });
  const { failure, refusedUntil, refusedAt } = refusedFields(offer);
  const issues = submitted.length > 0 ? wanted.error?.issues : [];
  const wrong = new Set(issues?.map(({ path }) => path.join(".")));

  function send() {
    setSubmitted(lines.map(({ key }) => key));
    if (!wanted.data) return;
    offer.mutate(wanted.data, {
      onSuccess: ({ id, number, author }) => {
        showToast({ tone: "good", text: t("quotes.offer.done", { number, name: author }) });
        onMade(id);
        onClose();
      },
    });
  }

  function remove(line: Line) {
    setLines(lines.filter((each) => each !== line));
    // With its button gone, the dialog would take the focus back to its first field.
    more.current?.focus();
  }

  return (
    <ActionDialog
      title={t("quotes.offer.title")}
      text={t("quotes.offer.text")}
      confirm={t("quotes.offer.confirm")}
      busy={offer.isPending}
      failure={failure}
      onConfirm={send}
      onClose={onClose}
    >
      <Buyer
        companyId={companyId}
        value={buyer}
        onChange={setBuyer}
        missing={wrong.has("userId")}
      />
      {lines.map((line, at) => (
        <OfferLine
          key={line.key}
          line={line}
          isWrong={(field) => submitted.includes(line.key) && wrong.has(`items.${at}.${field}`)}
          refusedAt={(field) => refusedAt(line, field)}
          onChange={(changed) => setLines(lines.with(at, changed))}
          onRemove={lines.length > 1 ? () => remove(line) : undefined}
        />
      ))}
      <Button
        ref={more}
        variant="default"
        size="sm"
        onClick={() => setLines([...lines, emptyLine()])}
      >
        {t("quotes.offer.more")}
      </Button>
      <UntilField
        value={until}
        error={wrong.has("until") ? t("quotes.offer.wrong.until") : refusedUntil(until)}
        onChange={setUntil}
      />
    </ActionDialog>
  );
}

/**
 * What only the server knows: which day it is for the seller, whether a line's vintage is offered and has a price, and how
 * many tonnes are left. What was corrected since is no longer marked.
 */
function refusedFields({ error, variables }: ReturnType<typeof useOffer>) {
  const sent = variables?.items ?? [];
  const paths = sent.flatMap((_, at) => lineFields.map((field) => `items.${at}.${field}`));
  const { errorAt, failure } = failureByField(error, ["until", ...paths]);
  function refusedAt(line: Line, field: LineField) {
    const now: Partial<ReturnType<typeof bodyOf>> = bodyOf(line);
    const at = sent.findIndex(({ vintageId }) => vintageId === now.vintageId);
    return sent[at]?.[field] === now[field] ? errorAt(`items.${at}.${field}`) : undefined;
  }
  const refusedUntil = (day: string) => (day === variables?.until ? errorAt("until") : undefined);
  return { failure, refusedUntil, refusedAt };
}

function Buyer(props: {
  companyId: string | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
  missing: boolean;
}) {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const { data } = useBuyers(q, props.companyId);
  return (
    <SearchSelect
      label={t("quotes.offer.buyer")}
      autofocus
      value={props.value}
      onChange={props.onChange}
      onSearch={setQ}
      error={props.missing ? t("quotes.offer.buyerMissing") : undefined}
      data={(data?.content ?? []).map(({ id, firstName, lastName, username }) => ({
        value: String(id),
        label: `${firstName} ${lastName}, ${username}`,
      }))}
    />
  );
}
