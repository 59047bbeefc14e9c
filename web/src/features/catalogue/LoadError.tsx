import { isRefusal, refusalText } from "../../lib/api.ts";
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
export function LoadError({ title, error, onRetry, back, isPage = false }: Props) {
  const requestId = isRefusal(error) ? error.problem.requestId : undefined;
  return (
    <ErrorState
      title={title}
      text={refusalText(error)}
      onRetry={onRetry}
      isPage={isPage}
      back={back}
      requestId={requestId}
    />
  );
}
