import { ActionIcon, Button, NumberInput, Select } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import {
  approvalRuleKinds,
  limitedKinds,
  type ApprovalRule,
} from "@tonneline/contract/approvalRules";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./approvals.module.css";
import { useSaveRules } from "./approvals.queries.ts";

/** The owner's: under which rules an order waits for a colleague. */
export function Rules({ saved }: { saved: readonly ApprovalRule[] }) {
  const { t } = useTranslation();
  const [rules, setRules] = useState(saved);
  const save = useSaveRules();
  const [asked, setAsked] = useState(false);
  const lacksFigure = ({ kind, over }: ApprovalRule) =>
    limitedKinds.includes(kind) && over === undefined;

  function change(index: number, rule: ApprovalRule) {
    save.reset();
    setRules(rules.with(index, rule));
  }

  function submit() {
    setAsked(true);
    if (rules.some(lacksFigure)) return;
    const onSuccess = () => showToast({ tone: "good", text: t("approvals.rules.saved") });
    save.mutate([...rules], { onSuccess });
  }

  return (
    <Panel title={t("approvals.rules.title")}>
      <form
        noValidate
        className={styles.decide}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{t("approvals.rules.text")}</p>
        {save.error && (
          <Banner tone="bad" title={t("approvals.notDone")}>
            {refusalText(save.error)}
          </Banner>
        )}
        {rules.map((rule, index) => (
          // Rules have no name of their own, and none moves.
          <div
            key={index}
            className={styles.rule}
            role="group"
            aria-label={t("approvals.rules.one", { number: index + 1 })}
          >
            <Select
              label={t("approvals.rules.when")}
              allowDeselect={false}
              data={approvalRuleKinds.map((kind) => ({
                value: kind,
                label: t(`approvals.rules.kind.${kind}`),
              }))}
              value={rule.kind}
              onChange={(kind) =>
                kind && change(index, limitedKinds.includes(kind) ? { ...rule, kind } : { kind })
              }
            />
            {limitedKinds.includes(rule.kind) && (
              <NumberInput
                label={t(`approvals.rules.over.${rule.kind === "AMOUNT" ? "AMOUNT" : "TONNES"}`)}
                min={0}
                max={1_000_000_000}
                decimalScale={rule.kind === "AMOUNT" ? 2 : 0}
                thousandSeparator=","
                value={rule.over ?? ""}
                error={asked && lacksFigure(rule) && t("approvals.rules.missing")}
                onChange={(value) =>
                  change(index, {
                    kind: rule.kind,
                    ...(typeof value === "number" && { over: value }),
                  })
                }
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("approvals.rules.remove", { number: index + 1 })}
              onClick={() => setRules(rules.toSpliced(index, 1))}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <div className={styles.pills}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            disabled={rules.length >= 20}
            onClick={() => setRules([...rules, { kind: "AMOUNT" }])}
          >
            {t("approvals.rules.add")}
          </Button>
          <BusyButton type="submit" busy={save.isPending}>
            {t("approvals.rules.save")}
          </BusyButton>
        </div>
      </form>
    </Panel>
  );
}
