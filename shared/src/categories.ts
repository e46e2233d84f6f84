// The categories and conditions of lots, with the words for them. They are apart from the schemas, so that the first
// page does not load the schemas.
export const categoryLabels = {
  automobiles: "Automobiles",
  electronics: "Electronics",
  furniture: "Furniture",
  clothing: "Clothing & Fashion",
  fitness: "Fitness & Sports",
  collectibles: "Collectibles & Antiques",
  books: "Books & Media",
  tools: "Tools & Equipment",
  "home-garden": "Home & Garden",
  toys: "Toys & Hobbies",
  general: "General Goods",
} as const;
/** The categories that every site has from its start. Administrators rename and retire them, and add others. */
export type BuiltInCategory = keyof typeof categoryLabels;
/** The code of a category. */
export type Category = string;
export const categories = Object.keys(categoryLabels) as [BuiltInCategory, ...BuiltInCategory[]];

export const conditionLabels = {
  new: "New",
  "like-new": "Like New",
  excellent: "Excellent",
  good: "Good",
  fair: "Fair",
  poor: "Poor",
} as const;
export type Condition = keyof typeof conditionLabels;
export const conditions = Object.keys(conditionLabels) as [Condition, ...Condition[]];
