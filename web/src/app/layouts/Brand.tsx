import { useSite } from "../../lib/site.ts";
import { Mark } from "../../ui/Mark.tsx";

/** The name and the logo mark, or the logo that an operator has uploaded instead. */
export function Brand({ size, folded = false }: { size: number; folded?: boolean }) {
  const { name, logoUrl } = useSite().brand;
  // A logo may be any number of times wider than high.
  const fits = { minWidth: 0, maxWidth: size * 8, objectFit: "contain" } as const;
  return (
    <>
      {logoUrl ? <img src={logoUrl} alt="" height={size} style={fits} /> : <Mark size={size} />}
      {!folded && name}
    </>
  );
}
