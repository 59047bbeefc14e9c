import { IconAlertCircle } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { isComposing } from "./isComposing.ts";
import styles from "./QuantityInput.module.css";

interface Props {
  label: string;
  value: string;
  placeholder?: string;
  onChange: (text: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  /** Called when Enter is pressed. */
  onEnter?: () => void;
  /** Why the quantity is not available; may contain a button that corrects it. */
  error?: ReactNode;
}

/** Tonnes as text: right-aligned, with the unit. The error is a separate element, for the caller's grid to place. */
export function QuantityInput(props: Props) {
  const errorId = useId();
  const { error } = props;
  return (
    <>
      <span className={styles.quantity}>
        <input
          className={`${styles.input} ${error ? styles.wrong : ""}`}
          aria-label={props.label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          data-quantity
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={props.value}
          placeholder={props.placeholder}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onFocus={props.onFocus}
          onBlur={props.onBlur}
          onKeyDown={({ key, nativeEvent }) =>
            key === "Enter" && !isComposing(nativeEvent) && props.onEnter?.()
          }
        />
        <span className={styles.unit} aria-hidden>
          t
        </span>
      </span>
      {error && (
        <span id={errorId} role="alert" className={styles.error}>
          <IconAlertCircle size={14} stroke={2} aria-hidden />
          <span>{error}</span>
        </span>
      )}
    </>
  );
}
