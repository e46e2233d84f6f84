// Starts the client: renders the app into #root.
import "./lib/markup-guard.ts";
import "./lib/foreign-changes.ts";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Pages } from "./app/pages.tsx";
import { Providers } from "./app/providers.tsx";
import { router } from "./app/router.ts";
import { getConnection } from "./connection/connection.ts";
import { wasOpenedAnew } from "./lib/use-stages.ts";
import "./ui/theme.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// Starts to connect while the code of the first screen is loading.
getConnection();

const render = (): void => {
  const app = (
    <StrictMode>
      <Providers>
        <Pages router={router} />
      </Providers>
    </StrictMode>
  );
  // React renders a transition in short pieces, between which a slow phone answers touches. A reload is rendered at once,
  // because the browser restores the scroll position.
  if (wasOpenedAnew()) startTransition(() => createRoot(root).render(app));
  else createRoot(root).render(app);
};

// The server may have written the first view of the screen into the page. It stays until the screen itself is there, so
// that no loading page comes between them.
if (root.hasChildNodes()) void router.ready.then(render);
else render();
