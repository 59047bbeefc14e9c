import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getCompanyDetails,
  saveCompanyDetails,
  type InvoiceDetails,
} from "@tonneline/contract/company";
import { call } from "../../lib/api.ts";

const detailsKey = ["company", "details"] as const;

/** The saved company and invoice details. */
export function useCompanyDetails() {
  return useQuery({
    queryKey: detailsKey,
    queryFn: ({ signal }) => call(getCompanyDetails, {}, { signal }),
  });
}

export function useSaveCompanyDetails() {
  const client = useQueryClient();
  return useMutation({
    /** With the version that was read, a save in between is not written over. */
    mutationFn: (details: InvoiceDetails & { version?: number }) =>
      call(saveCompanyDetails, { body: details }),
    onSuccess: async (saved) => {
      client.setQueryData(detailsKey, saved);
      // Read again, as specified; should that fail, what was just saved stands.
      await client.invalidateQueries({ queryKey: detailsKey, refetchType: "all" });
      // The saved country is the cart's default for the VAT.
      await client.invalidateQueries({ queryKey: ["cart"] });
    },
  });
}
