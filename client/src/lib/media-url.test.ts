import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

// S031
it("puts the API's host before a media URL that does not start with http, and before no other", async () => {
  vi.stubEnv("VITE_API_HOST", "https://api.example.ng");
  vi.resetModules();
  const { mediaUrl, firstImageUrl } = await import("./media-url.ts");
  expect(mediaUrl("/media/drum.webp")).toBe("https://api.example.ng/media/drum.webp");
  expect(mediaUrl("https://cdn.example.ng/drum.webp")).toBe("https://cdn.example.ng/drum.webp");
  expect(mediaUrl("http://cdn.example.ng/drum.webp")).toBe("http://cdn.example.ng/drum.webp");
  expect(firstImageUrl({ media: [{ url: "/media/drum.webp", type: "image" }], imageUrl: null })).toBe(
    "https://api.example.ng/media/drum.webp",
  );
});
