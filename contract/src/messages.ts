import { config } from "zod";

/**
 * Sets the specification's stock messages for typed input, once for browser and server. All other issues keep the library's
 * default message.
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
