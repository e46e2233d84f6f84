// The product's name, set when the client is built.
export const brandName: string = import.meta.env.VITE_BRAND_NAME ?? "Jara";
