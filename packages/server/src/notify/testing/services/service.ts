/**
 * Servers that speak the protocols of the services that channels send to. Each demands what the service's documentation
 * demands (the addresses stand in the channels' files): path, method, authentication, members and their types, sizes;
 * and answers as the service does. Members that a service does not document are refused, also where it would ignore
 * them.
 */

import type { z } from "zod";
import type { Answering, Received } from "../receiver.ts";

export const TOKEN = "t0ken";

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answering => ({
	status,
	headers: { "content-type": "application/json", ...headers },
	body: JSON.stringify(body),
});

/** The first demand that the request does not meet, as the service's answer; null when it meets all. */
export function unmet(
	request: Received,
	demands: {
		readonly method?: string;
		readonly path: string | RegExp;
		readonly headers?: Readonly<Record<string, string>>;
		/** Of the JSON body. */
		readonly body?: z.ZodType;
		/** The status of a missing or wrong credential. */
		readonly unauthorized?: number;
	},
): Answering | null {
	const { method = "POST", path, headers = {}, body, unauthorized = 401 } = demands;
	const isPath = typeof path === "string" ? request.path === path : path.test(request.path);
	if (!isPath) return json(404, { error: `no such path: ${request.path}` });
	if (request.method !== method) return json(405, { error: `not ${method}` });
	for (const [name, value] of Object.entries(headers)) {
		if (request.headers[name] === value) continue;
		const status = name === "content-type" ? 415 : unauthorized;
		return json(status, { error: `${name}: ${request.headers[name]}` });
	}
	if (body === undefined) return null;
	if (request.headers["content-type"]?.split(";")[0] !== "application/json") return json(415, { error: "not JSON" });
	const read = body.safeParse(request.json);
	return read.success ? null : json(400, { error: read.error.message });
}
