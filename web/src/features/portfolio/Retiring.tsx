import { useCompany, useCompanyDetails } from "../company/company.queries.ts";
import { RetireDialog } from "./RetireDialog.tsx";
import { RetireDone } from "./RetireDone.tsx";
import type { useRetiring } from "./useRetiring.ts";

type Props = Pick<
  ReturnType<typeof useRetiring>,
  "holdings" | "asked" | "close" | "done" | "closeDone"
>;

/** The dialog to retire holdings, then the confirmation of what was requested. */
export function Retiring({ holdings, asked, close, done, closeDone }: Props) {
  const details = useCompanyDetails();
  const company = useCompany();
  return (
    <>
      {holdings.length > 0 && (
        <RetireDialog
          holdings={holdings}
          company={details.data?.companyName ?? company.data?.name ?? ""}
          onDone={done}
          onClose={close}
        />
      )}
      {asked.length > 0 && <RetireDone asked={asked} onClose={closeDone} />}
    </>
  );
}
