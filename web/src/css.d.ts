import "react";

declare module "react" {
  interface CSSProperties {
    /** Custom properties passed to a stylesheet. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
