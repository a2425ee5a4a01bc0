// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chooseTeam } from "../people/team-choice.ts";
import { ApiError } from "./api-error.ts";
import { allOf, dataOf, lapwing } from "./request.ts";

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
	expect(await dataOf(lapwing.get("/api/v1/team"))).toEqual({ slug: "other" });
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
	expect(await allOf(lapwing.pages("/api/v1/alerts", { query: { perPage: 200 } }))).toEqual(["a", "b"]);
	expect(asked[1]?.url).toBe("/api/v1/alerts?perPage=200&cursor=second");
});

describe("a refusal", () => {
	test("is thrown, with its code, its sentence and its details", async () => {
		const details = [{ path: "/name", message: "Must have 1–255 characters." }];
		answers = [{ status: 400, body: { error: { code: "VALIDATION_ERROR", message: "No.", details } } }];
		const fault = await dataOf(lapwing.get("/api/v1/board")).catch((error: unknown) => error);
		expect(fault).toBeInstanceOf(ApiError);
		expect(fault).toMatchObject({ status: 400, code: "VALIDATION_ERROR", message: "No.", details });
	});

	test("is not retried here, because Query retries", async () => {
		const body = { error: { code: "DATABASE_BUSY", message: "Busy." } };
		answers = [{ status: 503, body, headers: { "retry-after": "7" } }];
		await expect(dataOf(lapwing.get("/api/v1/board"))).rejects.toMatchObject({ retryAfterSeconds: 7 });
		expect(asked).toHaveLength(1);
	});

	test("ends the reading of a list", async () => {
		answers = [{ status: 403, body: { error: { code: "FORBIDDEN", message: "No." } } }];
		await expect(allOf(lapwing.pages("/api/v1/keys"))).rejects.toMatchObject({ code: "FORBIDDEN" });
	});
});

test("an unreachable service is a fault without a status, with a readable message", async () => {
	await new Promise((resolve) => server.close(resolve));
	const fault = await dataOf(lapwing.get("/api/v1/board")).catch((error: unknown) => error);
	expect(fault).toBeInstanceOf(ApiError);
	expect(fault).toMatchObject({ status: null, code: "NO_ANSWER", message: expect.stringContaining("tries again") });
});

test("an aborted request throws the reason of its signal, which Query expects", async () => {
	const controller = new AbortController();
	controller.abort();
	const fault = await dataOf(lapwing.get("/api/v1/board", { signal: controller.signal })).catch((error) => error);
	expect(fault).toMatchObject({ name: "AbortError" });
});
