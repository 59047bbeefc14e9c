import { useState } from "react";

interface Sending {
  isPending: boolean;
  error: Error | null;
}
const idle: Sending = { isPending: false, error: null };

/**
 * Sends a call for a form or button, tracking whether it is in flight and why the last one failed; the promise rejects
 * too. Only for the first page, which loads no query library: all others use its mutations.
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
