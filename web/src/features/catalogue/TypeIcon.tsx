import {
  IconDroplet,
  IconFlame,
  IconHexagons,
  IconMap2,
  IconPlant2,
  IconRecycle,
  IconRipple,
  IconRoute,
  IconSolarPanel2,
  IconStack2,
  IconTrees,
  IconWindmill,
} from "@tabler/icons-react";
import { typeFamily, type TypeFamily } from "./typeFamily.ts";

const icons = {
  forest: IconTrees,
  wetland: IconRipple,
  land: IconPlant2,
  wind: IconWindmill,
  solar: IconSolarPanel2,
  water: IconDroplet,
  households: IconFlame,
  waste: IconRecycle,
  gases: IconHexagons,
  capture: IconStack2,
  transport: IconRoute,
  other: IconMap2,
} satisfies Record<TypeFamily, typeof IconMap2>;

/** The icon of a project type. Decorative: the type's name is shown next to it. */
export function TypeIcon({ type }: { type: string }) {
  const Icon = icons[typeFamily(type)];
  return <Icon size={16} stroke={1.8} aria-hidden />;
}
