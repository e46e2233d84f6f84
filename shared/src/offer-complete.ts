// Says what an offer still needs before it can be sent to the house. The server and the form ask here.
import type { InvalidIssue } from "./errors.ts";
import { categoriesThatWork, OFFER_PHOTOS_MIN, OFFER_VIDEOS_MIN, offerSentences } from "./offer-limits.ts";
import type { OfferContent } from "./rest/offers.ts";

export const whatIsMissing = (content: OfferContent): InvalidIssue[] => {
  const issues: InvalidIssue[] = [];
  const need = (path: keyof OfferContent, isThere: boolean, message: string): void => {
    if (!isThere) issues.push({ path, message });
  };
  for (const name of ["title", "description", "category", "age", "condition", "estimatedValue"] as const) {
    need(name, content[name] !== null && content[name] !== "", offerSentences[name]);
  }
  const mustWork = content.category !== null && categoriesThatWork.includes(content.category);
  need("workingCondition", !mustWork || content.workingCondition !== null, offerSentences.workingCondition);
  const numberOf = (type: "image" | "video") => content.media.filter((one) => one.type === type).length;
  need("media", numberOf("image") >= OFFER_PHOTOS_MIN, offerSentences.photos);
  need("media", numberOf("video") >= OFFER_VIDEOS_MIN, offerSentences.videos);
  return issues;
};
