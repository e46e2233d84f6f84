// The product's name and where to write to, set when the client is built.
export const brandName: string = import.meta.env.VITE_BRAND_NAME ?? "Jara";
export const contactEmail: string = import.meta.env.VITE_CONTACT_EMAIL ?? "support@jara.example";
