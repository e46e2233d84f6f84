// Opens an address for a test, as the first page of a document.
import { type ComponentType, type ReactNode, useState } from "react";
import { RouterProvider } from "#router";
import { createRouter } from "../lib/router/create-router.ts";

const Elsewhere = () => <p>elsewhere</p>;

export const routerAt = (address: string, screens: Record<string, ComponentType>) => {
  window.history.replaceState(null, "", address);
  const routes = Object.entries(screens).map(([path, Component]) => ({ path, Component }));
  return createRouter([...routes, { path: "/*", Component: Elsewhere }]);
};

/** Renders a part of a screen within a router. */
export const AtAddress = ({ address = "/", children }: { address?: string; children: ReactNode }) => {
  const [router] = useState(() => routerAt(address, {}));
  return <RouterProvider router={router}>{children}</RouterProvider>;
};
