import { config } from "zod";

/**
 * The specification's stock texts for what a person typed, set once for browser and server.
 * Everything else keeps the library's default message.
 */
export function useStockMessages(): void {
  config({
    customError: (issue) => {
      if (issue.code === "too_small" && issue.origin === "string") {
        return `This field must contain at least ${issue.minimum} character(s)`;
      }
      return undefined;
    },
  });
}
