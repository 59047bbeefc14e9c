import { useSite } from "../../lib/site.ts";
import { Mark } from "../../ui/Mark.tsx";

/** The name and the logo mark, or the logo that an operator has uploaded instead. */
export function Brand({ size, folded = false }: { size: number; folded?: boolean }) {
  const { name, logoUrl } = useSite().brand;
  return (
    <>
      {logoUrl ? <img src={logoUrl} alt="" height={size} /> : <Mark size={size} />}
      {!folded && name}
    </>
  );
}
