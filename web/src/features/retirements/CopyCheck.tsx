import { VisuallyHidden } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useId, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/Banner.tsx";
import { code } from "../../ui/Facts.tsx";
import styles from "./certificate.module.css";
import { sha256Of } from "./sha256.ts";

type Result = { name: string; hash: string | undefined } | "unreadable";

/** Checks whether a PDF is the original certificate; the file does not leave the browser. */
export function CopyCheck({ sha256 }: { sha256: string | null }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<Result>();
  const [isDragOver, setDragOver] = useState(false);
  const title = useId();

  async function check(file: File | undefined) {
    if (!file) return;
    try {
      setResult({ name: file.name, hash: await sha256Of(file) });
    } catch {
      // A folder, or a file that was deleted meanwhile.
      setResult("unreadable");
    }
  }
  const onDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setDragOver(isOver);
  };

  return (
    <section aria-labelledby={title} className={styles.check}>
      <h2 id={title}>{t("certificates.check.title")}</h2>
      {sha256 === null ? (
        <p>{t("certificates.check.making")}</p>
      ) : (
        <>
          <label
            className={`${styles.drop} ${isDragOver ? styles.over : ""}`}
            onDragOver={onDrag(true)}
            onDragLeave={onDrag(false)}
            onDrop={(event) => {
              onDrag(false)(event);
              void check(event.dataTransfer.files[0]);
            }}
          >
            <VisuallyHidden>
              <input
                type="file"
                accept="application/pdf"
                onChange={({ currentTarget }) => {
                  void check(currentTarget.files?.[0]);
                  // Reset, so that the same file can be checked again: it may have changed.
                  currentTarget.value = "";
                }}
              />
            </VisuallyHidden>
            <IconFileUpload size={20} stroke={1.6} aria-hidden />
            <span>
              <b>{t("certificates.check.choose")}</b>
              <small>{t("certificates.check.text")}</small>
            </span>
          </label>
          {result && <Verdict result={result} sha256={sha256} />}
          <dl className={styles.hash}>
            <dt>{t("certificates.check.hash")}</dt>
            <dd>{code(sha256)}</dd>
          </dl>
        </>
      )}
    </section>
  );
}

function Verdict({ result, sha256 }: { result: Result; sha256: string }) {
  const { t } = useTranslation();
  if (result === "unreadable")
    return <Banner tone="bad" title={t("certificates.check.unreadable")} />;
  const { name, hash } = result;
  if (hash === undefined) return <Banner tone="warn" title={t("certificates.check.impossible")} />;
  if (hash === sha256) {
    return (
      <Banner tone="good" title={t("certificates.check.same")}>
        {name}
      </Banner>
    );
  }
  return (
    <Banner tone="bad" title={t("certificates.check.other")}>
      {name}. {t("certificates.check.otherText", { hash })}
    </Banner>
  );
}
