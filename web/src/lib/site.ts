import { useQuery } from "@tanstack/react-query";
import type { ClientSettings } from "@tonneline/contract/client";
import { clientSettings } from "./clientSettings.ts";

type Site = Pick<ClientSettings, "brand" | "links">;

const storageKey = "site";

/** As the product comes, until the server has said how it is called here. */
const plain: Site = {
  brand: { name: "Tonneline", logoUrl: null },
  links: {
    companySite: "https://tonneline.example",
    privacy: "/legal/privacy-policy.pdf",
    terms: "/legal/terms-of-service.pdf",
    salesTerms: "/legal/sales-terms.pdf",
  },
};

/** Name, logo and links of this marketplace; remembered, so that a page does not begin under another name. */
export function useSite(): Site {
  return (
    useQuery({
      queryKey: ["site"],
      queryFn: async (): Promise<Site> => {
        const { brand, links } = await clientSettings();
        const site = { brand, links };
        localStorage.setItem(storageKey, JSON.stringify(site));
        return site;
      },
      staleTime: Infinity,
      placeholderData: remembered,
    }).data ?? plain
  );
}

function remembered(): Site {
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<Site>) };
  } catch {
    return plain;
  }
}
