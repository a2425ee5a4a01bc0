/** What the body of an http monitor must or must not hold. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./client/request.ts";

type Schemas = components["schemas"];

export type ContentCheckType = Schemas["ContentCheck"]["type"];

export type Operator = NonNullable<Schemas["ContentCheck"]["operator"]>;

export interface NewContentCheck {
	readonly type: ContentCheckType;
	/** Text or pattern; for json the JSONPath, for header the header's name. */
	readonly value: string;
	readonly caseSensitive: boolean;
	/** Of json and header. */
	readonly operator?: Operator;
	readonly expected?: string | number | boolean | null;
}

/** The body that the API takes; each type has the members that it needs. */
export function contentCheckBody({ type, value, caseSensitive, operator = "equals", expected = "" }: NewContentCheck) {
	if (type !== "json" && type !== "header") return { type, value, caseSensitive };
	const compared = { operator, ...(operator !== "exists" || expected === false ? { expected } : {}), caseSensitive };
	return type === "json" ? { type, value, ...compared } : { type, name: value, ...compared };
}

export type ContentCheck = Schemas["ContentCheck"];

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
	return dataOf(
		lapwing.post("/api/v1/monitors/{id}/content-checks", { path: { id: monitorId }, body: contentCheckBody(check) }),
	);
}

export function deleteContentCheck(monitorId: string, id: string): Promise<void> {
	return dataOf(
		lapwing.delete("/api/v1/monitors/{id}/content-checks/{checkId}", { path: { id: monitorId, checkId: id } }),
	);
}
