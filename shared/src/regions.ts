// The regions by which lots can be filtered: Nigeria's states and its capital. A lot's region comes from the text of
// its location (server: platform/database/region.ts).
export const regions = [
  ...(["abia", "abuja", "adamawa", "akwa ibom", "anambra", "bauchi", "bayelsa", "benue", "borno"] as const),
  ...(["cross river", "delta", "ebonyi", "edo", "ekiti", "enugu", "gombe", "imo", "jigawa", "kaduna"] as const),
  ...(["kano", "katsina", "kebbi", "kogi", "kwara", "lagos", "nasarawa", "niger", "ogun", "ondo"] as const),
  ...(["osun", "oyo", "plateau", "rivers", "sokoto", "taraba", "yobe", "zamfara"] as const),
] as const;
export type Region = (typeof regions)[number];

/** Writes "cross river" as "Cross River". */
export const regionLabel = (region: string): string => region.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
