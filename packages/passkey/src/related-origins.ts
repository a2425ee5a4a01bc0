/** The entry point for related origin requests: one relying party id on several domains. */

export { checkRelatedOrigins, type FetchedDocument, type RelatedOriginsProblem } from "./related-origins/check.ts";
export { type RelatedOrigins, type RelatedOriginsOptions, relatedOrigins } from "./related-origins/document.ts";
export { MAX_LABELS, registrableLabel } from "./related-origins/labels.ts";
