// The label of a category, for a component that shows it: it follows when the site's own categories come.
import { labelOfCategory, useCategories } from "../store/categories.ts";

export const useLabelOfCategory = (): typeof labelOfCategory => {
  useCategories();
  return labelOfCategory;
};
