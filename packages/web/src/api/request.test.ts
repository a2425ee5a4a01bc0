// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiFault } from "./fault.ts";
import { queryString, request, requestAll } from "./request.ts";
import { chooseTeam } from "./team-choice.ts";

let server: Server;
let answers: { status: number; body: unknown; headers?: Record<string, string> }[];
let asked: IncomingMessage[];

beforeEach(async () => {
	answers = [];
	asked = [];
	server = createServer((incoming, response) => {
		asked.push(incoming);
		const { status, body, headers } = answers.shift() ?? { status: 500, body: {} };
		response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
		`http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
	);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

test("names the team that was chosen and asks for JSON", async () => {
	chooseTeam(["acme", "other"], "other");
	answers = [{ status: 200, body: { data: { slug: "other" } } }];
	expect(await request("GET", "/team")).toEqual({ slug: "other" });
	expect(asked[0]?.headers).toMatchObject({ "lapwing-team": "other", accept: "application/json" });
	expect(asked[0]?.url).toBe("/api/v1/team");
});

test("a team that the session does not have is not chosen", () => {
	expect(chooseTeam(["acme"], "elsewhere")).toBe("acme");
	expect(chooseTeam([], "elsewhere")).toBeNull();
});

test("reads a list page after page", async () => {
	const page = (items: string[], next: string | null) => ({
		status: 200,
		body: { data: { alerts: items }, meta: { pagination: { next } } },
	});
	answers = [page(["a"], "second"), page(["b"], null)];
	expect(await requestAll("/alerts", "alerts")).toEqual(["a", "b"]);
	expect(asked[1]?.url).toBe("/api/v1/alerts?perPage=200&cursor=second");
});

describe("a refusal", () => {
	test("carries the code, the sentence and the details of the envelope", async () => {
		const details = [{ path: "/name", message: "Must have 1–255 characters." }];
		answers = [{ status: 400, body: { error: { code: "VALIDATION_ERROR", message: "No.", details } } }];
		const fault = await request("POST", "/alerts", { body: {} }).catch((error: unknown) => error);
		expect(fault).toMatchObject({ status: 400, code: "VALIDATION_ERROR", message: "No.", details });
	});

	test("of a report is read as RFC 9457 says", async () => {
		const body = {
			type: "validation-error",
			detail: "No.",
			errors: [{ pointer: "from", message: "Is later than to." }],
		};
		answers = [{ status: 400, body }];
		const fault = await request("GET", "/reports/uptime-summary").catch((error: unknown) => error);
		expect(fault).toMatchObject({
			code: "validation-error",
			details: [{ path: "from", message: "Is later than to." }],
		});
	});

	test("that says when to come back is told so", async () => {
		answers = [{ status: 429, body: {}, headers: { "retry-after": "7" } }];
		await expect(request("POST", "/monitors/try", { body: {} })).rejects.toMatchObject({ retryAfterSeconds: 7 });
	});

	test("in HTML, as a proxy answers, still is a fault with its status", async () => {
		answers = [{ status: 502, body: "<html>" }];
		await expect(request("GET", "/board")).rejects.toMatchObject({ status: 502, code: "HTTP_502" });
	});
});

test("a service that is away is a fault without a status", async () => {
	await new Promise((resolve) => server.close(resolve));
	const fault = await request("GET", "/board").catch((error: unknown) => error);
	expect(fault).toBeInstanceOf(ApiFault);
	expect(fault).toMatchObject({ status: null, code: "NO_ANSWER" });
});

test("what is null, absent or empty is left out of the query", () => {
	expect(queryString({ a: null, b: undefined, c: "", d: 0, e: "x y", f: false })).toBe("?d=0&e=x+y&f=false");
});
