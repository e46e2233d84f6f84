// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp } from "../../app/render-for-test.tsx";
import { type ApiError, api } from "../../lib/api.ts";
import { NOT_PROVED } from "../../store/proof.ts";
import { ProofDialog } from "./proof-dialog.tsx";

const needed = (methods: string[]) => ({
  status: 403,
  body: { code: "PROOF_REQUIRED", message: "Please confirm that it is you.", methods },
});
const done = { body: { message: "done" } };
const refusalOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error("the call was not refused");
    },
    (error: ApiError) => error,
  );

describe("the question for a proof", () => {
  let isProved = false;
  /** The server: `/role` needs a proof, which `/auth/prove` takes. */
  const serve = (methods: string[], right: object) =>
    answerFetch({
      "PUT /role": () => (isProved ? done : needed(methods)),
      "POST /auth/prove": (body) => {
        isProved = JSON.stringify(body) === JSON.stringify(right);
        if (isProved) return { body: { provedAt: "2026-11-23T09:41:12.310Z" } };
        const message = "This is wrong.";
        return { status: 400, body: { code: "INVALID", message, issues: [{ path: "code", message }] } };
      },
    });
  beforeEach(() => {
    isProved = false;
  });
  afterEach(cleanUp);

  const show = (google: (give: (credential: string) => void) => React.ReactNode = () => null) =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ProofDialog google={google} />
      </QueryClientProvider>,
    );
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  it("takes the code, shows a refusal of it, and then sends the call again with the same key", async () => {
    const calls = serve(["code"], { code: "123456" });
    show();
    const call = api.send("PUT", "/role", { body: { role: "admin" }, idempotencyKey: "the-key" });
    await screen.findByText("Confirm that it is you");
    fill("Code from your authenticator app", "000000");
    press("Confirm");
    expect((await screen.findByRole("alert")).textContent).toBe("This is wrong.");
    fill("Code from your authenticator app", "123456");
    press("Confirm");
    expect(await call).toEqual(done.body);
    await waitFor(() => expect(screen.queryByText("Confirm that it is you")).toBeNull());
    const roles = calls.filter(({ call: made }) => made === "PUT /role");
    expect(roles.map(({ body }) => body)).toEqual([{ role: "admin" }, { role: "admin" }]);
  });

  it("is one for all calls that wait at the same time", async () => {
    serve(["password"], { password: "secret" });
    show();
    const both = Promise.all([api.send("PUT", "/role"), api.send("PUT", "/role")]);
    await screen.findByText("Confirm that it is you");
    fill("Your password", "secret");
    press("Confirm");
    expect(await both).toEqual([done.body, done.body]);
  });

  it("takes a recovery code, and Google's credential", async () => {
    serve(["code"], { code: "7K3M2QXD9VTAHN41" });
    const { unmount } = show();
    const first = api.send("PUT", "/role");
    await screen.findByText("Confirm that it is you");
    press("Use a recovery code");
    fill("Recovery code", "7K3M-2QXD-9VTA-HN41");
    press("Confirm");
    await first;
    unmount();
    isProved = false;
    serve(["google"], { googleToken: "from Google" });
    show((give) => (
      <button type="button" onClick={() => give("from Google")}>
        Google
      </button>
    ));
    const second = api.send("PUT", "/role");
    await screen.findByText("Confirm that it is you");
    press("Google");
    expect(await second).toEqual(done.body);
  });

  it("says that nothing was changed if the person cancels, and asks again at the next call", async () => {
    serve(["password"], { password: "secret" });
    show();
    const refused = refusalOf(api.send("PUT", "/role"));
    await screen.findByText("Confirm that it is you");
    press("Cancel");
    expect(await refused).toMatchObject({ code: "PROOF_REQUIRED", message: NOT_PROVED });
    const again = api.send("PUT", "/role");
    await screen.findByText("Confirm that it is you");
    fill("Your password", "secret");
    press("Confirm");
    expect(await again).toEqual(done.body);
  });

  it("is asked also if the call came before the dialog's code was loaded", async () => {
    serve(["password"], { password: "secret" });
    const timers = vi.spyOn(globalThis, "setTimeout");
    const early = api.send("PUT", "/role");
    // The call waits for a dialog for ten seconds.
    await vi.waitFor(() => expect(timers).toHaveBeenCalledWith(expect.any(Function), 10_000), 15_000);
    timers.mockRestore();
    show();
    await screen.findByText("Confirm that it is you");
    fill("Your password", "secret");
    press("Confirm");
    expect(await early).toEqual(done.body);
  });

  it("is given up after ten seconds on a page that never shows the dialog", async () => {
    vi.useFakeTimers();
    serve(["password"], {});
    const refused = refusalOf(api.send("PUT", "/role"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject({ code: "PROOF_REQUIRED" });
  });
});
