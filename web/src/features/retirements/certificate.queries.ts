import { useQuery } from "@tanstack/react-query";
import { verifyCertificate } from "@tonneline/contract/certificates";
import { listMyRetirements } from "@tonneline/contract/retirements";
import { call } from "../../lib/api.ts";
import { useUser } from "../../lib/session.ts";

/** What a certificate stands for, by the number in its address. */
export function useCertificate(number: string) {
  return useQuery({
    queryKey: ["certificate", number],
    queryFn: ({ signal }) => call(verifyCertificate, { params: { number } }, { signal }),
    // The file's hash is there within seconds of the retirement.
    refetchInterval: ({ state: { data } }) => (data && !data.sha256 ? 2000 : false),
  });
}

/** The retirement of a certificate, for those whose company holds it. */
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
