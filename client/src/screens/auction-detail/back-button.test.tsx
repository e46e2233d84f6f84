// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { BackButton } from "./back-button.tsx";

afterEach(cleanUp);

const openAt = (address: string) =>
  renderAt(address, {
    "/": () => <p>All auctions</p>,
    "/terms": () => <p>The terms</p>,
    "/auction/a": () => <BackButton>Back to Auctions</BackButton>,
  });
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
