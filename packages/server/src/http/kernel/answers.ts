/** The bodies of successful answers (docs/rules/http.md#responses), each with the headers that every answer carries. */

import type { Call } from "./endpoint.ts";
import type { WrittenPage } from "./kept-pages.ts";

type Answering = Pick<Call, "answerHeaders">;

export function json(
	call: Answering,
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): Response {
	return jsonText(call, status, JSON.stringify(body), headers);
}

export function jsonText(
	{ answerHeaders }: Answering,
	status: number,
	body: string,
	headers: Readonly<Record<string, string>> = {},
): Response {
	return new Response(body, { status, headers: { ...answerHeaders, "content-type": "application/json", ...headers } });
}

/** `{ data }` */
export function ok(call: Answering, data: unknown): Response {
	return json(call, 200, { data });
}

/** `{ data }` and the Location of the new resource. */
export function created(call: Answering, data: unknown, location: string): Response {
	return json(call, 201, { data }, { location });
}

export function noContent(call: Answering): Response {
	return new Response(null, { status: 204, headers: { ...call.answerHeaders } });
}

export function metaOf(call: Pick<Call, "requestId" | "now">): { requestId: string; timestamp: string } {
	return { requestId: call.requestId, timestamp: new Date(call.now).toISOString() };
}

/** `{ data: { <collection>: […] }, meta }` with the `Link` header of the same cursors. */
export function listing(
	call: Answering & Pick<Call, "requestId" | "now">,
	{ data, pagination, link }: WrittenPage,
): Response {
	const meta = JSON.stringify(metaOf(call)).slice(0, -1);
	const body = `{"data":${data},"meta":${meta},"pagination":${pagination}}}`;
	return jsonText(call, 200, body, link === null ? {} : { link });
}
