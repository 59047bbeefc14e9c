import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { Toasts } from "./Toasts.tsx";
import { router } from "./routes.tsx";
import { layer, theme } from "./theme.ts";

/** All of the page: the theme, the router, and toasts. */
export function App() {
  return (
    // Its variables are in the stylesheet, and nobody uses its classes for widths.
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Toasts zIndex={layer.toast} />
      <RouterProvider router={router} />
    </MantineProvider>
  );
}
