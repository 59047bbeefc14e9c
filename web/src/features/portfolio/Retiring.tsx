import { useCompany, useCompanyDetails } from "../company/company.queries.ts";
import { RetireDialog } from "./RetireDialog.tsx";
import { RetireDone } from "./RetireDone.tsx";
import type { useRetiring } from "./useRetiring.ts";

type Props = Pick<
  ReturnType<typeof useRetiring>,
  "holdings" | "requested" | "close" | "done" | "closeDone"
>;

/** The dialog to retire holdings, then the confirmation of what was requested. */
export function Retiring({ holdings, requested, close, done, closeDone }: Props) {
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
      {requested.length > 0 && <RetireDone requested={requested} onClose={closeDone} />}
    </>
  );
}
