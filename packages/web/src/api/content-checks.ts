/** What the body of an http monitor must or must not hold. */

import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./request.ts";

export const CONTENT_CHECK_TYPES = ["contains", "not_contains", "regex"] as const;
export type ContentCheckType = (typeof CONTENT_CHECK_TYPES)[number];

export interface NewContentCheck {
	readonly type: ContentCheckType;
	readonly value: string;
	readonly caseSensitive: boolean;
}

export interface ContentCheck extends NewContentCheck {
	readonly id: string;
	readonly monitorId: string;
	readonly isEnabled: boolean;
}

export function contentChecksQuery(monitorId: string) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "content-checks"],
		queryFn: ({ signal }) =>
			allOf(
				lapwing.pages("/api/v1/monitors/{id}/content-checks", {
					path: { id: monitorId },
					query: { perPage: 200 },
					signal,
				}),
			),
	});
}

export function createContentCheck(monitorId: string, check: NewContentCheck): Promise<ContentCheck> {
	return dataOf(lapwing.post("/api/v1/monitors/{id}/content-checks", { path: { id: monitorId }, body: check }));
}

export function deleteContentCheck(monitorId: string, id: string): Promise<void> {
	return dataOf(
		lapwing.delete("/api/v1/monitors/{id}/content-checks/{checkId}", { path: { id: monitorId, checkId: id } }),
	);
}
