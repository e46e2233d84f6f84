// Starts the client: renders the app into #root.
import "./lib/markup-guard.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.tsx";
import { getConnection } from "./connection/connection.ts";
import "./ui/theme.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// Starts to connect while the code of the first screen is loading.
getConnection();

const render = (): void =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );

// The server may have written the first view of the screen into the page. It stays until the screen itself is there, so
// that no loading page comes between them.
if (root.hasChildNodes() && !router.state.initialized) {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    render();
  });
} else {
  render();
}
