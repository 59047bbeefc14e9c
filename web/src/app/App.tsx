import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyPart } from "../lib/part.ts";
import { useToasts } from "../ui/toasts.ts";
import { router } from "./routes.tsx";
import { layer, theme } from "./theme.ts";

const ToastArea = lazyPart(async () => ({
  default: (await import("../ui/ToastArea.tsx")).ToastArea,
}));

/** All of the page: the theme, the router, and toasts, whose code is loaded with the first of them. */
export function App() {
  const hasToasts = useToasts(({ shown }) => shown);
  return (
    // Its variables are in the stylesheet, and nobody uses its classes for widths.
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {hasToasts && (
        <Suspense>
          <ToastArea zIndex={layer.toast} />
        </Suspense>
      )}
      <RouterProvider router={router} />
    </MantineProvider>
  );
}
