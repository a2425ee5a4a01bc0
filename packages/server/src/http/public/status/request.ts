/** What readers of status pages send: a form, and what they accept. */

import { Refusal } from "../../kernel/refusal.ts";
import type { OpenCall } from "../../kernel/serve.ts";

/** An address and a hundred components. */
const MAX_FORM_BYTES = 8 * 1024;

export async function readForm(call: Pick<OpenCall, "header" | "readBody">): Promise<URLSearchParams | Refusal> {
	const type = call.header("content-type")?.split(";")[0]?.trim().toLowerCase();
	if (type !== "application/x-www-form-urlencoded") {
		return new Refusal("UNSUPPORTED_MEDIA_TYPE", "A form is sent as application/x-www-form-urlencoded.");
	}
	const body = await call.readBody(MAX_FORM_BYTES);
	if (body instanceof Refusal) return body;
	if (body.size > MAX_FORM_BYTES) return new Refusal("BAD_REQUEST", `A form has at most ${MAX_FORM_BYTES} bytes.`);
	return new URLSearchParams(Buffer.from(body.bytes).toString("utf8"));
}

/** Whether people ask, rather than programs. */
export function asksForHtml({ header }: Pick<OpenCall, "header">): boolean {
	return header("accept")?.includes("text/html") ?? false;
}
