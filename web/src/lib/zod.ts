import { useStockMessages } from "@tonneline/contract/messages";
import { config } from "zod/v4";

// Replaces "zod" on every page (see vite.config.ts): configured before the first schema is created, and loaded with it.
// Compiling validators at run time would need eval, which the security policy forbids.
config({ jitless: true });
useStockMessages();

export * from "zod/v4";
