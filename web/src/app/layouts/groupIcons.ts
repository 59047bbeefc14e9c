import {
  IconAddressBook,
  IconCoinEuro,
  IconLayoutDashboard,
  IconReceipt,
  IconSettings,
  IconTree,
  IconUsers,
  type Icon,
} from "@tabler/icons-react";
import type { ManagementGroup } from "../managementPages.ts";

/** Icons of the operators' page groups, for where there is no room for their names. */
export const groupIcons: Record<ManagementGroup, Icon> = {
  overview: IconLayoutDashboard,
  sales: IconReceipt,
  money: IconCoinEuro,
  people: IconUsers,
  catalogue: IconTree,
  directory: IconAddressBook,
  system: IconSettings,
};
