// The product's name, set when the client is built (BRAND_NAME, as on the server). The contact details come from the
// server (lib/site.ts).
export const brandName: string = import.meta.env.VITE_BRAND_NAME ?? "Jara";
