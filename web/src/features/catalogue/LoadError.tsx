import { failureOf } from "../../lib/failure.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";

interface Props {
  /** Names what could not be loaded. */
  title: string;
  error: unknown;
  onRetry: () => void;
  back?: { label: string; to: string };
  isPage?: boolean;
}

/** A failed query: the reason, the request ID that support asks for, and a way to retry. */
export function LoadError({ error, isPage = false, ...shown }: Props) {
  return <ErrorState {...shown} {...failureOf(error)} isPage={isPage} />;
}
