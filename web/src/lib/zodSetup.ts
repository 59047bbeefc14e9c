import { z } from "zod";

// Compiling validators at run time would need eval, which the security policy forbids. Schemas look at this when they
// are made: it must run before any module of the contract, so the build puts it into the library's own chunk.
z.config({ jitless: true });
