import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconFileInvoice,
  IconProgress,
  IconRosetteDiscountCheck,
  IconX,
} from "@tabler/icons-react";

/** Tone and icon of each order status. */
export const orderLooks = {
  AWAITING_APPROVAL: { tone: "wait", icon: IconClock },
  AWAITING_PAYMENT: { tone: "act", icon: IconFileInvoice },
  PAID: { tone: "done", icon: IconCheck },
  REJECTED: { tone: "stop", icon: IconX },
} as const;

/** Tone and icon of each retirement status. */
export const retirementLooks = {
  RETIREMENT_IN_PROGRESS: { tone: "flow", icon: IconProgress },
  RETIRED: { tone: "done", icon: IconRosetteDiscountCheck },
  DECLINED: { tone: "stop", icon: IconX },
  WITHDRAWN: { tone: "off", icon: IconArrowBackUp },
} as const;
