import type { MySupportThread } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { dateTime } from "../../lib/format.ts";
import styles from "./thread.module.css";
import "../../locales/en/support.ts";

/** The messages of both sides, in order. `writer`: how the person who asked is called here. */
export function Thread(props: {
  request: Pick<MySupportThread, "message" | "messages" | "createdAt">;
  writer: string;
}) {
  const { request, writer } = props;
  const { t } = useTranslation();
  const { message: text, createdAt } = request;
  const first = { id: 0, from: "WRITER" as const, name: writer, text, createdAt };
  return (
    <ol className={styles.thread} aria-label={t("support.thread.messages")}>
      {[first, ...request.messages].map((message) => (
        <li key={message.id} className={message.from === "OPERATOR" ? styles.us : undefined}>
          <small>
            <b>
              {message.from === "WRITER"
                ? writer
                : message.name
                  ? t("support.thread.us", { name: message.name })
                  : t("support.thread.support")}
            </b>
            {", "}
            {dateTime(message.createdAt)}
          </small>
          <p>{message.text}</p>
        </li>
      ))}
    </ol>
  );
}
