import { useQuery } from "@tanstack/react-query";
import { verifyCertificate } from "@tonneline/contract/certificates";
import { call } from "../../lib/api.ts";

/** What a certificate stands for, by the number in its address. */
export function useCertificate(number: string) {
  return useQuery({
    queryKey: ["certificate", number],
    queryFn: ({ signal }) => call(verifyCertificate, { params: { number } }, { signal }),
    // The file's hash is there within seconds of the retirement.
    refetchInterval: ({ state: { data } }) => (data && !data.sha256 ? 2000 : false),
  });
}
