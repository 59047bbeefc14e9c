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

/** What stands for a group of the operators' pages where there is no room for its name. */
export const groupIcons: Record<ManagementGroup, Icon> = {
  overview: IconLayoutDashboard,
  sales: IconReceipt,
  money: IconCoinEuro,
  people: IconUsers,
  catalogue: IconTree,
  directory: IconAddressBook,
  system: IconSettings,
};
