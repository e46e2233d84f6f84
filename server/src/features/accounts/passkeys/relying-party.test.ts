import { describe, expect, it } from "vitest";
import { relyingPartyOf } from "./relying-party.ts";

const of = (publicUrl: string, ...allowedOrigins: string[]) =>
  relyingPartyOf({ publicUrl, allowedOrigins, brandName: "Oja" });

describe("the site as authenticators know it", () => {
  it("is the host name of PUBLIC_URL, without port and path", () => {
    expect(of("https://oja.test:8443/shop")).toEqual({
      id: "oja.test",
      name: "Oja",
      origins: ["https://oja.test:8443"],
    });
    expect(of("http://localhost:5173")).toEqual({ id: "localhost", name: "Oja", origins: ["http://localhost:5173"] });
  });

  it("includes allowed origins of the same host and below it, and no others", () => {
    const { origins } = of(
      "https://oja.test",
      "https://m.oja.test",
      "https://oja.test:444",
      "https://oja.test",
      "https://partner.test",
      "https://evil-oja.test",
      "https://oja.test.evil.test",
      "https://test",
    );
    expect(origins).toEqual(["https://oja.test", "https://m.oja.test", "https://oja.test:444"]);
  });
});
