/**
 * /ping/:key — where jobs report, and the addresses of Healthchecks, which imported jobs go on using. Anyone who has
 * the key may: jobs have neither keys of the API nor cookies. Answered with 200 once the report is durable.
 */

import { z } from "@hono/zod-openapi";
import { isRunId, MAX_REPORT_BODY_BYTES, REPORTS_PER_MINUTE, signalOf } from "../../domain/jobs/job-report.ts";
import { type AddressName, addressProblem } from "../../domain/monitors/imported-addresses.ts";
import { addressHash } from "../../storage/jobs/imported-addresses.ts";
import type { ReceivedReport } from "../../storage/jobs/job-reports.ts";
import { reportKeyHash } from "../../storage/jobs/report-keys.ts";
import { beyondLimit } from "../access/rate-limit.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { OpenCall, OpenEndpoint } from "../kernel/serve.ts";

/** Characters kept of a User-Agent. */
const MAX_USER_AGENT = 200;

export const NO_KEY = "There is no such ping address. It may have been renewed, or its monitor deleted.";

async function handle(call: OpenCall): Promise<Response | Refusal> {
	const { params, url } = call;
	const { keyHash, word } = addressed(params);
	if (keyHash === null) return new Refusal("NOT_FOUND", NO_KEY);
	const signal = signalOf(word);
	if (signal === null) {
		return new Refusal(
			"BAD_REQUEST",
			"After the key comes nothing, /start, /fail, /log or an exit code from 0 to 255.",
		);
	}
	const [rid = null, ...others] = url.searchParams.getAll("rid");
	if (others.length > 0 || (rid !== null && !isRunId(rid))) {
		return new Refusal("BAD_REQUEST", "`rid` has 1–100 printable characters, such as a UUID, and stands there once.");
	}
	const body = await call.readBody(MAX_REPORT_BODY_BYTES);
	if (body instanceof Refusal) return body;
	const refused = await storeReport(call, keyHash, { ...signal, rid, body: body.bytes, size: body.size });
	if (refused !== null) return refused;
	return new Response("OK\n", { headers: { ...call.answerHeaders, "content-type": "text/plain; charset=utf-8" } });
}

/** Null once the report is durable. */
export async function storeReport(
	{ services, client, header, now }: OpenCall,
	keyHash: string,
	report: Omit<ReceivedReport, "at" | "address" | "userAgent">,
): Promise<Refusal | null> {
	const answer = await services.jobReports.receive(keyHash, {
		...report,
		// Of a body that took long to arrive the end counts: then the report is complete.
		at: Math.max(now, services.now()),
		address: client.address,
		userAgent: header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
	});
	switch (answer.kind) {
		case "stored":
			return null;
		case "unknown":
			return new Refusal("NOT_FOUND", NO_KEY);
		case "limited":
			return beyondLimit(answer.allowance, `A ping address takes ${REPORTS_PER_MINUTE} reports a minute.`);
		case "busy":
			return new Refusal("DATABASE_BUSY", "The report can't be stored now. Try again.", {
				headers: { "retry-after": "5" },
			});
	}
}

/**
 * By what a report finds its monitor, and what its path says: of `/ping/KEY/WORD` the word is a signal, or else the
 * slug of a check of Healthchecks, whose key is its project's.
 */
function addressed({ key = "", slug, signal }: Readonly<Record<string, string | undefined>>) {
	if (slug !== undefined) return { keyHash: importedHash("healthchecksSlug", `${key}/${slug}`), word: signal ?? "" };
	const word = signal ?? "";
	const keyHash = reportKeyHash(key) ?? importedHash("healthchecksUuid", key.toLowerCase());
	if (word === "" || (keyHash !== null && (signalOf(word) !== null || /^\d+$/.test(word)))) return { keyHash, word };
	const bySlug = importedHash("healthchecksSlug", `${key}/${word}`);
	return bySlug === null ? { keyHash, word } : { keyHash: bySlug, word: "" };
}

export function importedHash(name: AddressName, address: string): string | null {
	return addressProblem(name, address) === null ? addressHash(name, address) : null;
}

const BODY = `A body of up to ${MAX_REPORT_BODY_BYTES / 1024} KiB is kept with the report; what is longer is cut.`;

function reportEndpoint({
	operationId,
	description,
	hasSignal,
	hasSlug = false,
}: {
	operationId: string;
	description: string;
	hasSignal: boolean;
	hasSlug?: boolean;
}) {
	return {
		spec: {
			document: {
				operationId,
				summary: hasSignal ? "Report the start, the failure or the exit code of a run" : "Report the end of a run",
				description: `${description} ${BODY} ${REPORTS_PER_MINUTE} a minute for each key. HEAD works as GET does.`,
				tag: "Pings",
				params: z.object({
					key: z.string().openapi({ description: "From `pingUrl`.", example: "V1StGXR8Z5jdHi6BmyT3Qa" }),
					...(hasSlug && {
						slug: z.string().openapi({ description: "Of a check of Healthchecks.", example: "nightly-backup" }),
					}),
					...(hasSignal && {
						signal: z
							.string()
							.openapi({ description: "`start`, `fail`, `log`, or an exit code from 0 to 255.", example: "start" }),
					}),
				}),
				query: z.object({
					rid: z.string().min(1).max(100).optional().openapi({
						description: "The same at the start and the end of a run: tells runs apart that overlap.",
						example: "0b9d1c0e-3a56-4f0c-9d4e-6a2c54f1a7b3",
					}),
				}),
				success: {
					status: 200,
					description: "The ping is stored.",
					content: { "text/plain; charset=utf-8": { schema: z.string(), example: "OK\n" } },
				},
				refusesWith: ["BAD_REQUEST", "NOT_FOUND", "TOO_MANY_REQUESTS", "DATABASE_BUSY"],
			},
		},
		handle,
	} satisfies OpenEndpoint;
}

const END = "Says that a run of the job succeeded.";
const SIGNAL =
	"0 is a success, every other exit code and `fail` a failure, which makes the monitor down at once; `log` is kept, and " +
	"decides nothing.";
const SLUG = "An address of Healthchecks, of a monitor that was imported from there.";

export const getReport = reportEndpoint({ operationId: "getPing", description: END, hasSignal: false });
export const postReport = reportEndpoint({ operationId: "postPing", description: END, hasSignal: false });
export const getSignal = reportEndpoint({ operationId: "getPingSignal", description: SIGNAL, hasSignal: true });
export const postSignal = reportEndpoint({ operationId: "postPingSignal", description: SIGNAL, hasSignal: true });
export const getSlugSignal = reportEndpoint({
	operationId: "getPingSlugSignal",
	description: `${SLUG} ${SIGNAL}`,
	hasSignal: true,
	hasSlug: true,
});
export const postSlugSignal = reportEndpoint({
	operationId: "postPingSlugSignal",
	description: `${SLUG} ${SIGNAL}`,
	hasSignal: true,
	hasSlug: true,
});
