import { useSite } from "../../lib/site.ts";
import { Mark } from "../../ui/Mark.tsx";

/** The mark, or the logo that an operator put in its place, and the name. */
export function Brand({ size, folded = false }: { size: number; folded?: boolean }) {
  const { name, logoUrl } = useSite().brand;
  return (
    <>
      {logoUrl ? <img src={logoUrl} alt="" height={size} /> : <Mark size={size} />}
      {!folded && name}
    </>
  );
}
