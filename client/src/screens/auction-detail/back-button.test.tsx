// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { cleanUp } from "../../app/render-for-test.tsx";
import { BackButton } from "./back-button.tsx";

afterEach(cleanUp);

/** Opens an address as the first one of a document. */
const openAt = (address: string) => {
  window.history.replaceState(null, "", address);
  const router = createBrowserRouter([
    { path: "/", element: <p>All auctions</p> },
    { path: "/terms", element: <p>The terms</p> },
    { path: "/auction/a", element: <BackButton>Back to Auctions</BackButton> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
};
const press = async () => fireEvent.click(await screen.findByRole("button", { name: "Back to Auctions" }));

// S075
it("goes back one page, or to the list of auctions when there is no earlier page, also after an address was replaced", async () => {
  const router = openAt("/auction/a?bid=next");
  await router.navigate("/auction/a", { replace: true });
  await press();
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));

  await router.navigate("/terms");
  await router.navigate("/auction/a?pay");
  await router.navigate("/auction/a", { replace: true });
  await press();
  await waitFor(() => expect(router.state.location.pathname).toBe("/terms"));
});
