import type { CreditType } from "@tonneline/contract/catalogue";
import { creditTypeText } from "@tonneline/contract/delivery";
import { Tag } from "../../ui/Tag.tsx";

interface Props {
  type: CreditType;
  /** A quarter such as 2027-Q4. */
  expected?: string | null;
}

/** Expected credits do not exist yet, which the dashed border shows too. */
export function CreditTypeTag({ type, expected = null }: Props) {
  return <Tag label={creditTypeText(type, expected)} dashed={type === "EX_ANTE"} />;
}
