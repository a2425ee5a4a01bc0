/**
 * A request in any form: method, headers, and a body that is a template
 * (../../../domain/alerts/texts/body-template.ts). It is as its owner wants it, so what the answer means is said by its
 * status alone.
 */

import { headersOf } from "../../../domain/alerts/channel-headers.ts";
import { bodyOf } from "../../../domain/alerts/texts/body-template.ts";
import { byPost } from "../../channel.ts";

export const http = byPost<"http">(true, (message, { settings }, { link }) => {
	const { url, method } = settings;
	const headers = headersOf(settings.headers ?? "");
	const takesBody = method !== "GET" && method !== "DELETE";
	const mediaType = headers["content-type"] ?? "application/json";
	return { url, method, headers, body: takesBody ? bodyOf(settings.body, mediaType, message, link) : null };
});
