import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { approvalRuleKinds, limitedKinds } from "@tonneline/contract/approvalRules";
import type { Company } from "@tonneline/contract/company";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { euros, tonnes } from "../../lib/format.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { focusInvalidField } from "../../ui/focusInvalidField.ts";
import { showToast } from "../../ui/toast.tsx";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useCompany, useSaveRules } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";
import { ruleOf, tidied, typedRule, type TypedRule } from "./typedRules.ts";

/** The part of the company in this form; all its forms share one version. */
const partOf = ({ approvalRules, version }: Company) => ({ approvalRules, version });

/** The owner's input, and its save on top of the rules that it was filled from. */
function useRules(company: Company) {
  const { t } = useTranslation();
  const { refetch } = useCompany();
  const [filled, setFilled] = useState(() => company.approvalRules.map(typedRule));
  const [rules, setRules] = useState(filled);
  const typed = JSON.stringify(rules) !== JSON.stringify(filled);
  useUnsaved(typed);
  const { version, adopt } = useFormVersion(partOf(company), typed, fill);
  const save = useSaveRules();

  function fill(now: Pick<Company, "approvalRules">): void {
    const theirs = now.approvalRules.map(typedRule);
    setFilled(theirs);
    setRules(theirs);
  }

  async function showTheirs(): Promise<void> {
    const { data: theirs } = await refetch();
    if (theirs) adopt(partOf(theirs));
  }

  /** Sends nothing while a figure is missing or invalid. */
  function submit(): void {
    const read = rules.flatMap((rule) => ruleOf(rule) ?? []);
    if (read.length < rules.length) return;
    save.mutate(
      { rules: read, version },
      {
        onSuccess: (now) => {
          adopt(partOf(now));
          fill(now);
          showToast({ tone: "good", text: t("company.rules.saved") });
        },
        onError: (error) => {
          if (isRefusal(error, "VERSION_CONFLICT")) void showTheirs();
        },
      },
    );
  }

  return { rules, typed, setRules, save, submit };
}

/**
 * For owners: the rules by which an order requires a colleague's approval. A colleague's change is not overwritten
 * unseen.
 */
export function Rules({ company }: { company: Company }) {
  const { t } = useTranslation();
  const { rules, typed, setRules, save, submit: send } = useRules(company);
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");
  const [submitted, setSubmitted] = useState(false);
  const { list, fallback, rememberFocus } = useNextFocus<HTMLButtonElement, HTMLDivElement>();
  // Rules that were removed here still hold until that is saved.
  const none = rules.length === 0 && company.approvalRules.length === 0;

  function change(index: number, rule: TypedRule) {
    save.reset();
    setRules(rules.with(index, rule));
  }

  function submit() {
    setSubmitted(true);
    send();
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        focusInvalidField(event.currentTarget);
      }}
    >
      {save.error && (
        <Banner tone={conflict ? "warn" : "bad"} title={t("company.rules.notSaved")}>
          {conflict ? t("company.rules.conflict") : refusalText(save.error)}
        </Banner>
      )}
      {none && <RuleList company={company} />}
      <div ref={list} className={styles.typedRules}>
        {rules.map((rule, index) => (
          // Rules have no id, and their order is fixed.
          <RuleFields
            key={index}
            number={index + 1}
            rule={rule}
            missing={submitted && !ruleOf(rule)}
            onChange={(changed) => change(index, changed)}
            onRemove={() => {
              rememberFocus();
              setRules(rules.toSpliced(index, 1));
            }}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          ref={fallback}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          disabled={rules.length >= 20}
          onClick={() => {
            setRules([...rules, { kind: "AMOUNT", over: "" }]);
            setTimeout(() => list.current?.children[rules.length]?.querySelector("input")?.focus());
          }}
        >
          {t("company.rules.add")}
        </Button>
        {!none && (
          <BusyButton type="submit" busy={save.isPending} disabled={!typed}>
            {t("company.rules.save")}
          </BusyButton>
        )}
      </div>
    </form>
  );
}

interface RuleProps {
  number: number;
  rule: TypedRule;
  /** Its required figure is missing or invalid. */
  missing: boolean;
  onChange: (rule: TypedRule) => void;
  onRemove: () => void;
}

function RuleFields({ number, rule, missing, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation();
  const figure = rule.kind === "AMOUNT" ? "AMOUNT" : "TONNES";

  function tidy() {
    const written = tidied(rule);
    if (written.over !== rule.over) onChange(written);
  }

  return (
    <div className={styles.rule} role="group" aria-label={t("company.rules.one", { number })}>
      <Select
        label={t("company.rules.when")}
        allowDeselect={false}
        data={approvalRuleKinds.map((kind) => ({
          value: kind,
          label: t(`company.rules.kind.${kind}`),
        }))}
        value={rule.kind}
        onChange={(kind) => kind && onChange({ ...rule, kind })}
      />
      {limitedKinds.includes(rule.kind) && (
        <TextInput
          label={t(`company.rules.over.${figure}`)}
          inputMode={figure === "AMOUNT" ? "decimal" : "numeric"}
          autoComplete="off"
          value={rule.over}
          error={missing && t(`company.rules.missing.${figure}`)}
          onChange={({ currentTarget }) => onChange({ ...rule, over: currentTarget.value })}
          onBlur={tidy}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("company.rules.remove", { number })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The rules, or that there are none, for members who cannot change them. */
export function RuleList({ company }: { company: Pick<Company, "approvalRules"> }) {
  const { t } = useTranslation();
  const { approvalRules } = company;
  if (approvalRules.length === 0) return <p>{t("company.rules.none")}</p>;
  return (
    <ul className={styles.rules}>
      {approvalRules.map(({ kind, over = 0 }) => (
        <li key={`${kind} ${over}`}>
          {t(`company.rules.says.${kind}`, {
            over: kind === "AMOUNT" ? euros(over) : tonnes(over),
          })}
        </li>
      ))}
    </ul>
  );
}
