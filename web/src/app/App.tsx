import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { isRefusal } from "../lib/api.ts";
import { ToastArea } from "../ui/ToastArea.tsx";
import { router } from "./routes.tsx";
import { cssVariablesResolver, layer, theme } from "./theme.ts";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal does not change by asking again; a lost connection may.
      retry: (failures, error) => !isRefusal(error) && failures < 2,
      staleTime: 10_000,
    },
  },
});

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme="light"
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider modalProps={{ zIndex: layer.modal }}>
          <ToastArea zIndex={layer.toast} />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
