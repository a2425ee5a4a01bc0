/** What the body of an http monitor must or must not hold. */

import { queryOptions } from "@tanstack/react-query";
import { request, requestAll } from "./request.ts";

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

const of = (monitorId: string) => `/monitors/${encodeURIComponent(monitorId)}/content-checks`;

export function contentChecksQuery(monitorId: string) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "content-checks"],
		queryFn: ({ signal }) => requestAll<ContentCheck>(of(monitorId), "contentChecks", { signal }),
	});
}

export function createContentCheck(monitorId: string, check: NewContentCheck): Promise<ContentCheck> {
	return request("POST", of(monitorId), { body: check });
}

export function deleteContentCheck(monitorId: string, id: string): Promise<void> {
	return request("DELETE", `${of(monitorId)}/${encodeURIComponent(id)}`);
}
