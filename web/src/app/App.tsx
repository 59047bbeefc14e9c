import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { Toasts } from "./Toasts.tsx";
import { router } from "./routes.tsx";
import { layer, theme } from "./theme.ts";

/** The whole app: theme, router and toasts. */
export function App() {
  return (
    // The variables are in the stylesheet, and the library's global width classes are unused.
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
