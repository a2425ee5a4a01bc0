/**
 * /api/push/:token — the address of a push monitor of Uptime Kuma, at which a job that was imported goes on reporting.
 * What Kuma takes in the query is kept as the body of the report, unless the request has a body of its own.
 */

import { z } from "@hono/zod-openapi";
import { MAX_REPORT_BODY_BYTES } from "../../domain/jobs/job-report.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { OpenCall, OpenEndpoint } from "../kernel/serve.ts";
import { importedHash, NO_KEY, storeReport } from "./job-reports.ts";

async function handle(call: OpenCall): Promise<Response | Refusal> {
	const query = call.url.searchParams;
	const keyHash = importedHash("kumaToken", call.params["token"] ?? "");
	if (keyHash === null) return new Refusal("NOT_FOUND", NO_KEY);
	const sent = await call.readBody(MAX_REPORT_BODY_BYTES);
	if (sent instanceof Refusal) return sent;
	const notes = ["msg", "ping"].flatMap((name) => (query.get(name) ? [`${name}: ${query.get(name)}`] : []));
	// An address has 16 KiB at most, far less than what is kept of a body.
	const body = sent.bytes.length > 0 ? sent : bodyOf(notes.join("\n"));
	// As there: whatever is not "up" is a failure.
	const kind = (query.get("status") || "up") === "up" ? "success" : "fail";
	const refused = await storeReport(call, keyHash, {
		kind,
		exitCode: null,
		rid: null,
		body: body.bytes,
		size: body.size,
	});
	return refused ?? Response.json({ ok: true }, { headers: call.answerHeaders });
}

function bodyOf(text: string) {
	const bytes = Buffer.from(text);
	return { bytes, size: bytes.length };
}

function pushEndpoint(operationId: string) {
	return {
		spec: {
			document: {
				operationId,
				summary: "Report as a push monitor of Uptime Kuma",
				description:
					"Answers for a monitor that was imported from there, as long as it exists. HEAD works as GET does. The body " +
					"is kept with the report; without one, `msg` and `ping` are. The duration of a run is not taken from `ping`.",
				tag: "Pings",
				params: z.object({
					token: z.string().openapi({ description: "Uptime Kuma's push token.", example: "AbCdEf0123456789XyZ0" }),
				}),
				query: z.object({
					status: z.string().optional().openapi({
						description: "`up`, which is the default, is a success; everything else makes the monitor down at once.",
						example: "up",
					}),
					msg: z.string().optional().openapi({ description: "Kept with the report.", example: "OK" }),
					ping: z.string().optional().openapi({ description: "Kept with the report.", example: "12" }),
				}),
				success: {
					status: 200,
					description: "The report is stored.",
					content: { "application/json": { schema: z.object({ ok: z.literal(true) }), example: { ok: true } } },
				},
				refusesWith: ["BAD_REQUEST", "NOT_FOUND", "TOO_MANY_REQUESTS", "DATABASE_BUSY"],
			},
		},
		handle,
	} satisfies OpenEndpoint;
}

export const getKumaPush = pushEndpoint("getKumaPush");
export const postKumaPush = pushEndpoint("postKumaPush");
