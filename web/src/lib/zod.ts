import { useStockMessages } from "@tonneline/contract/messages";
import { config } from "zod/v4";

// What every page means by "zod" (see vite.config.ts), set up before the first schema is made, and loaded with it.
// Compiling validators at run time would need eval, which the security policy forbids.
config({ jitless: true });
useStockMessages();

export * from "zod/v4";
