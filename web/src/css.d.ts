import "react";

declare module "react" {
  interface CSSProperties {
    /** Values handed to a stylesheet. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
