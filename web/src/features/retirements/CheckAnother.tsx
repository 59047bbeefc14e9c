import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import styles from "./certificate.module.css";

/** Opens the certificate with the entered number; `typed` is the number of the last search. */
export function CheckAnother({ typed = "" }: { typed?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [number, setNumber] = useState(typed);
  const trimmed = number.trim();
  return (
    <form
      role="search"
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed) void navigate({ to: paths.certificate, params: { number: trimmed } });
      }}
    >
      <TextInput
        aria-label={t("certificates.fact.number")}
        placeholder="TL-2026-XXXX-XXXX"
        value={number}
        maxLength={100}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t("certificates.another")}
      </Button>
    </form>
  );
}
