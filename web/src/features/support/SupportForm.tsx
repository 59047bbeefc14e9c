import { Button, Textarea, TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { supportMessage, supportTopics } from "@tonneline/contract/support";
import type { ComponentProps } from "react";
import { useForm, type ChangeHandler } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isLost } from "../../lib/failure.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { Prefill } from "./embed.ts";
import { saveMessageDraft, loadMessageDraft } from "./message.draft.ts";
import styles from "./support.module.css";
import { useSendRequest } from "./support.queries.ts";

const form = supportMessage.omit({ projectId: true, orderId: true });

interface Props {
  prefill: Prefill;
  onSent: () => void;
  /** Without it, there is no cancel button. */
  onCancel?: () => void;
  /** The topic is implied by the page. */
  topicKnown?: boolean;
  /** Fills a dialog: with its own padding, and the buttons in a bar at the bottom. */
  framed?: boolean;
}

/** The app's own contact form. Input is kept when it is refused, and the message as a draft until it is sent. */
export function SupportForm({ prefill, onSent, onCancel, topicKnown, framed }: Props) {
  const { t } = useTranslation();
  const send = useSendRequest();
  const { projectId, orderId, ...typed } = prefill;
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      ...typed,
      topic: typed.topic || supportTopics[0],
      message: loadMessageDraft(typed.email, typed.topic),
    },
    // Not on blur: errors would move the buttons away from under a click.
    mode: "onSubmit",
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = fields.formState;
  const { onSubmit, summary } = useFormSubmission(fields, {
    firstName: t("support.field.firstName"),
    lastName: t("support.field.lastName"),
    email: t("support.field.email"),
    topic: t("support.field.topic"),
    message: t("support.field.message"),
  });
  const size = framed ? "md" : "lg";
  const field = (name: keyof typeof form.shape) => ({
    label: t(`support.field.${name}`),
    size,
    error: errors[name]?.message,
    ...fields.register(name),
  });
  const keep = (message: string) => saveMessageDraft(typed.email, typed.topic, message);
  // A message sent twice cannot be told from two messages.
  const inDoubt = send.error !== null && isLost(send.error);
  const topics = [...new Set([...(typed.topic ? [typed.topic] : []), ...supportTopics])];

  const submit = onSubmit(async (values) => {
    await send.mutateAsync({ ...values, projectId, orderId });
    keep("");
    onSent();
  });

  return (
    <form
      className={framed ? styles.framed : styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <div className={styles.fields}>
        <FormSummary {...summary} {...(inDoubt && { message: t("support.unknown") })} />
        <div className={styles.two}>
          <TextInput autoComplete="given-name" {...field("firstName")} />
          <TextInput autoComplete="family-name" {...field("lastName")} />
          <TextInput
            type="email"
            autoComplete="email"
            className={topicKnown ? styles.whole : undefined}
            {...field("email")}
          />
          {!topicKnown && <SelectField data={topics} {...field("topic")} />}
        </div>
        <Message {...field("message")} onTyped={keep} />
      </div>
      <div className={framed ? styles.foot : styles.buttons}>
        {onCancel && (
          <Button variant="default" size={size} onClick={() => (keep(""), onCancel())}>
            {t("support.cancel")}
          </Button>
        )}
        <BusyButton type="submit" size={size} busy={isSubmitting}>
          {t("support.send")}
        </BusyButton>
      </div>
    </form>
  );
}

type MessageProps = Omit<ComponentProps<typeof Textarea>, "onChange"> & {
  onChange: ChangeHandler;
  onTyped: (message: string) => void;
};

function Message({ onChange, onTyped, ...field }: MessageProps) {
  return (
    <Textarea
      rows={5}
      maxLength={5000}
      {...field}
      onChange={(event) => {
        onTyped(event.currentTarget.value);
        void onChange(event);
      }}
    />
  );
}
