import { afterEach, describe, expect, it, vi } from "vitest";
import { createFlowCookie } from "./flow-cookie.ts";

const flow = { state: "the-state", nonce: "the-nonce", verifier: "the-verifier" };
const SECRET = "0123456789abcdefghijklmnopqrstuv";
const OTHER = "vutsrqponmlkjihgfedcba9876543210";
const options = { secrets: [SECRET], path: "/callback", isSecure: true } as const;
const cookie = createFlowCookie(options);

describe("the cookie of a redirect sign-in", () => {
  afterEach(() => vi.useRealTimers());

  const kept = async (): Promise<string> => (await cookie.keep(flow)).split(";")[0] ?? "";

  it("is read back as it was kept, among other cookies too", async () => {
    expect(await cookie.read(await kept())).toEqual(flow);
    expect(await cookie.read(`theme=dark; ${await kept()};other=1`)).toEqual(flow);
  });

  it("is sent to its own path only, not to scripts, and over TLS if the site has TLS", async () => {
    const line = await cookie.keep(flow);
    expect(line).toMatch(/^google_sign_in=[\w.-]+; Max-Age=600; Path=\/callback; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie.removal).toBe("google_sign_in=; Max-Age=0; Path=/callback; HttpOnly; SameSite=Lax; Secure");
    expect(createFlowCookie({ ...options, isSecure: false }).removal).not.toContain("Secure");
  });

  it("does not reveal its content", async () => {
    const parts = (await kept()).split("=")[1]?.split(".") ?? [];
    const readable = parts.map((part) => Buffer.from(part, "base64url").toString()).join();
    for (const secret of Object.values(flow)) expect(readable).not.toContain(secret);
  });

  it("is read as null if it is missing, altered, another server's, or older than ten minutes", async () => {
    const good = await kept();
    expect(await cookie.read(undefined)).toBeNull();
    expect(await cookie.read("")).toBeNull();
    expect(await cookie.read("google_sign_in=")).toBeNull();
    expect(await cookie.read("google_sign_in=garbage")).toBeNull();
    expect(await cookie.read(`not_${good}`)).toBeNull();
    const middle = good.length - 30;
    const altered = good.slice(0, middle) + (good[middle] === "A" ? "B" : "A") + good.slice(middle + 1);
    expect(await cookie.read(altered)).toBeNull();
    expect(await createFlowCookie({ ...options, secrets: [OTHER] }).read(good)).toBeNull();
    expect(await createFlowCookie({ ...options, secrets: [OTHER, SECRET] }).read(good)).toEqual(flow);
    // The cookie has whole seconds.
    vi.useFakeTimers({ now: Date.now() + 597_000 });
    expect(await cookie.read(good)).toEqual(flow);
    vi.setSystemTime(Date.now() + 4_000);
    expect(await cookie.read(good)).toBeNull();
  });
});
