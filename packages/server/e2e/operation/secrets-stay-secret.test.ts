import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { startRawTarget } from "../../src/probe/targets/raw-target.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

/** One for each place in which a monitor can have a secret. */
const MARKERS = {
	httpHeader: "Marker-http-header-4711",
	httpPassword: "Marker-http-password-4712",
	httpToken: "Marker-http-token-4713",
	flowVariable: "Marker-flow-variable-4714",
	flowHeader: "Marker-flow-header-4715",
	flowToken: "Marker-flow-token-4716",
	replaced: "Marker-replaced-4717",
};

/** The forms in which a marker could get somewhere. */
function formsOf(marker: string): string[] {
	const base64 = Buffer.from(marker).toString("base64").replace(/=+$/, "");
	return [marker, marker.toLowerCase(), base64, Buffer.from(marker).toString("hex"), marker.slice(0, 12)];
}

test("secrets of monitors are in no answer, log line, notice, metric, trial or byte of the database", async () => {
	const notices: string[] = [];
	await using receiver = await startHttpTarget(async (request, response) => {
		notices.push(JSON.stringify(request.headers) + (await text(request)));
		response.writeHead(204).end();
	});
	const arrived: string[] = [];
	await using stranger = await startHttpTarget(async (request, response) => {
		arrived.push(JSON.stringify(request.headers) + request.url + (await text(request)));
		response.writeHead(500).end();
	});
	/** Says everything that it hears, in the body, in a header, and in place of a status line. */
	await using echo = await startHttpTarget(async (request, response) => {
		const body = await text(request);
		const { authorization = "", "x-key": key = "" } = request.headers;
		response.setHeader("x-echo", `${authorization} ${String(key)}`);
		response.end(JSON.stringify({ headers: request.headers, url: request.url, body }));
	});
	await using garbling = await startRawTarget((socket) => socket.once("data", (bytes) => socket.end(`Heard ${bytes}`)));
	await using leaving = await startHttpTarget((_, response) =>
		response.writeHead(307, { location: stranger.url }).end(),
	);
	await using service = await Lapwing.start({ env: { LOG_LEVEL: "trace" } });
	await service.ask("POST", "/api/v1/alerts", {
		name: "On call",
		channel: { type: "webhook", url: receiver.url, secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
	});

	const secretHeader = (value: string) => ({ name: "X-Key", value, secret: true });
	const bearer = { type: "bearer", token: MARKERS.httpToken };
	const basic = { type: "basic", username: "monitor", password: MARKERS.httpPassword };
	const http = (url: string, auth: object) => ({
		name: "API",
		url,
		method: "POST",
		acceptedStatuses: ["204"],
		request: { headers: [secretHeader(MARKERS.httpHeader)], auth, body: "hello" },
	});
	const other = (value: string) => ({ type: "json", value, operator: "equals", expected: "other" });
	const flow = (url: string, contentChecks: object[]) => ({
		type: "flow",
		name: "Journey",
		variables: [{ name: "secret", value: MARKERS.flowVariable, secret: true }],
		steps: [
			{
				name: "Say it",
				method: "POST",
				url: `${url}first?q={{secret}}`,
				headers: [secretHeader(MARKERS.flowHeader)],
				auth: { type: "bearer", token: MARKERS.flowToken },
				body: '{"password":"{{secret}}"}',
				save: url === echo.url ? [{ name: "echo", from: "header", value: "X-Echo" }] : [],
			},
			...(url === echo.url
				? [{ name: "Again", url: `${url}{{echo}}`, headers: [{ name: "X-Key", value: "{{secret}}" }], contentChecks }]
				: []),
		],
	});
	const settings = [
		http(echo.url, bearer),
		http(echo.url, basic),
		http(garbling.url, bearer),
		http(leaving.url, bearer),
		http(leaving.url, basic),
		flow(echo.url, [other("$.headers['x-key']")]),
		flow(echo.url, [other("$.url")]),
		flow(garbling.url, []),
		flow(leaving.url, []),
	];
	const answers: string[] = [];
	const ask = async (method: string, path: string, body?: object) => {
		const answer = await service.ask(method, path, body);
		answers.push(`${JSON.stringify([...answer.headers])}${JSON.stringify(answer.body)}`);
		return answer;
	};
	const ids: string[] = [];
	for (const each of settings) {
		const tried = await ask("POST", "/api/v1/monitors/try", each);
		expect(tried.body.data, JSON.stringify(tried.body)).toMatchObject({ verdict: "down" });
		const made = await ask("POST", "/api/v1/monitors?view=full", each);
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		ids.push(made.body.data.id);
	}
	const checks = [{ type: "header", name: "X-Echo", operator: "equals", expected: "other" }, other("$.headers")];
	const [first = ""] = ids;
	for (const check of checks) await ask("POST", `/api/v1/monitors/${first}/content-checks`, check);
	await ask("PUT", `/api/v1/monitors/${first}`, {
		acceptedStatuses: ["2xx"],
		request: {
			headers: [secretHeader(MARKERS.httpHeader)],
			auth: { type: "bearer", token: MARKERS.replaced },
			body: "a",
		},
	});
	await ask("PUT", `/api/v1/monitors/${first}`, { request: { headers: [{ name: "X Key", value: MARKERS.replaced }] } });
	for (const id of ids) await service.untilStatus(id, "down");
	// Grouped, they need not all have been sent by now.
	await until(() => notices.length > 0 || undefined, { what: "a notice" });
	expect(arrived.length).toBeGreaterThan(0);

	for (const id of ids) {
		for (const part of [
			"",
			"?view=full",
			"/results",
			"/outages",
			"/alert-events",
			"/stats",
			"/series",
			"/content-checks",
		]) {
			expect((await ask("GET", `/api/v1/monitors/${id}${part}`)).status).toBe(200);
		}
		const [result] = await service.results(id);
		const explained = await ask("GET", `/api/v1/monitors/${id}/results/${result.id.split(":")[1]}`);
		expect(explained.body.data).toMatchObject({ verdict: "down", message: expect.any(String) });
	}
	for (const path of ["/monitors", "/monitors?view=full", "/audit-events", "/board", "/alerts"]) {
		expect((await ask("GET", `/api/v1${path}`)).status).toBe(200);
	}
	answers.push(await (await fetch(`${service.url}/metrics`)).text());
	await service.stop();
	const files = await Promise.all(
		(await readdir(service.directory, { recursive: true, withFileTypes: true }))
			.filter((entry) => entry.isFile())
			.map(async (entry) => (await readFile(join(entry.parentPath, entry.name))).toString("latin1")),
	);
	expect(files.join("")).toContain("Journey");
	const places = { answers, log: [service.log], notices, files, "another server": arrived };
	for (const [name, marker] of Object.entries(MARKERS)) {
		for (const [place, found] of Object.entries(places)) {
			for (const form of formsOf(marker)) {
				const hit = found.find((each) => each.includes(form));
				expect(
					hit?.slice(Math.max(0, hit.indexOf(form) - 200), hit.indexOf(form) + 60),
					`${name} in ${place}`,
				).toBeUndefined();
			}
		}
	}
});
