// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp } from "../../app/render-for-test.tsx";
import { ProofDialog } from "../proof/proof-dialog.tsx";
import { changeStatus } from "./queries.ts";

afterEach(cleanUp);

it("asks for a proof where a change of status undoes a sale, and then sends the same change again", async () => {
  let isProved = false;
  const calls = answerFetch({
    "PATCH /auctions/admin/lot/status": () =>
      isProved
        ? { body: { auction: {} } }
        : { status: 403, body: { code: "PROOF_REQUIRED", message: "Please confirm.", methods: ["password"] } },
    "POST /auth/prove": () => {
      isProved = true;
      return { body: { provedAt: "2026-11-23T09:41:12.310Z" } };
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProofDialog google={() => null} />
    </QueryClientProvider>,
  );
  const changed = changeStatus({ _id: "lot", status: "sold" }, "ended", { reason: "It bounced" });
  await screen.findByText("Confirm that it is you");
  fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "secret" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await changed).toEqual({ auction: {} });
  const sent = calls.filter(({ call }) => call === "PATCH /auctions/admin/lot/status").map(({ body }) => body);
  expect(sent).toEqual(Array(2).fill({ status: "ended", seen: "sold", reason: "It bounced" }));
});
