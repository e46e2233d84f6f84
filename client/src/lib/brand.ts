// The product's name, set when the client is built (BRAND_NAME, as the server has it). How to reach the team is the server's to say (lib/site.ts).
export const brandName: string = import.meta.env.VITE_BRAND_NAME ?? "Jara";
