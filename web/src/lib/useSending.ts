import { useState } from "react";

interface Sending {
  isPending: boolean;
  error: Error | null;
}
const idle: Sending = { isPending: false, error: null };

/**
 * A call that a form or a button makes, whether it is under way, and why the last one failed; the promise fails as
 * well. For the first page alone, which does without the library of queries: all others have its mutations.
 */
export function useSending<Input extends unknown[], Answer>(
  send: (...input: Input) => Promise<Answer>,
) {
  const [state, setState] = useState(idle);
  return {
    ...state,
    send: async (...input: Input): Promise<Answer> => {
      setState({ isPending: true, error: null });
      try {
        const answer = await send(...input);
        setState(idle);
        return answer;
      } catch (error) {
        setState({ isPending: false, error: error as Error });
        throw error;
      }
    },
  };
}
