import type { CreditType } from "@tonneline/contract/catalogue";
import { Tag } from "../../ui/Tag.tsx";

/** Ex-ante credits are expected and not there yet, which the dashed edge says. */
export function CreditTypeTag({ type }: { type: { id: CreditType; name: string } }) {
  return <Tag label={type.name} dashed={type.id === "EX_ANTE"} />;
}
