// The providers around every screen: the query cache, the session and the toasts. The toasts' code loads after the
// first page; a toast that comes before waits in its store.
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { AuthProvider } from "../features/session/auth-context.tsx";
import { late } from "../ui/late.tsx";
import { queryClient } from "./query-client.ts";

const Toaster = late(
  () => import("../ui/toaster.tsx"),
  ({ Toaster }) => Toaster,
);

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <AuthProvider>
      {children}
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </AuthProvider>
  </QueryClientProvider>
);
