// The frame around every screen, and the screen of the address. When a screen fails, the header and footer stay.
import { RouterProvider, Screen, useRouterState } from "#router";
import type { Router } from "../lib/router/create-router.ts";
import { ErrorBoundary } from "./error-page.tsx";
import { Layout } from "./layout.tsx";
import { LoadingPage } from "./loading-page.tsx";

export const Pages = ({ router }: { router: Router }) => (
  <RouterProvider router={router}>
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>
  </RouterProvider>
);

/** The element is the same at every rendering, so that React does not render the frame again while a screen loads. */
const page = (
  <Layout>
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>
  </Layout>
);
const Page = () => (useRouterState().Component ? page : <LoadingPage />);
