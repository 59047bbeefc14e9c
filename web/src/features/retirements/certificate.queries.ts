import { useQuery } from "@tanstack/react-query";
import { verifyCertificate } from "@tonneline/contract/certificates";
import { listMyRetirements } from "@tonneline/contract/retirements";
import { call } from "../../lib/api.ts";
import { useUser } from "../../lib/session.ts";

/** Looks up a certificate by the number in the URL. */
export function useCertificate(number: string) {
  return useQuery({
    queryKey: ["certificate", number],
    queryFn: ({ signal }) => call(verifyCertificate, { params: { number } }, { signal }),
    // The hash of the file follows within seconds of the retirement.
    refetchInterval: ({ state: { data } }) => (data && !data.sha256 ? 2000 : false),
  });
}

/** Returns the retirement of a certificate, if the user's company owns it. */
export function useOwnRetirement(number: string) {
  const user = useUser();
  const { data } = useQuery({
    queryKey: ["certificate", number, "own", user?.username],
    queryFn: ({ signal }) =>
      call(listMyRetirements, { query: { q: number, size: "1" } }, { signal }),
    enabled: user?.isAnonymous === false,
  });
  return data?.content[0];
}
