import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { MONITOR_TYPES } from "../../src/domain/monitors/monitor.ts";
import { startDnsServer } from "../../src/probe/targets/dns-server.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { type EchoingTargets, startEchoingTargets } from "../testing/echoing-targets.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";
import { PlantedSecrets } from "../testing/planted-secrets.ts";

/** 32 letters and digits without a pattern, so that no part of them stands anywhere by chance. */
function random(place: string): string {
	const digest = createHash("sha256").update(place).digest("hex");
	return BigInt(`0x${digest}`).toString(36).slice(0, 32);
}

/** One for each place in which a monitor or a channel can have a secret. */
const SECRETS = {
	"http header": random("http header"),
	"http password": random("http password"),
	"http token": random("http token"),
	"replaced token": random("replaced token"),
	"refused header": random("refused header"),
	// Escaped in different ways in each place in which a flow inserts it.
	"flow variable": `Zq7<Vk2&Xw9"${random("flow variable")}'%`,
	"flow header": random("flow header"),
	"flow token": random("flow token"),
	"flow password": random("flow password"),
	"slack url": random("slack url"),
	"telegram token": random("telegram token"),
	"pagerduty key": random("pagerduty key"),
	"opsgenie key": random("opsgenie key"),
	"ntfy token": random("ntfy token"),
	"page password": random("page password"),
	"wrong page password": random("wrong page password"),
};

const secretHeader = (value: string) => ({ name: "X-Key", value, secret: true });
const other = (value: string) => ({ type: "json", value, operator: "equals", expected: "other" });
const BEARER = { type: "bearer", token: SECRETS["http token"] };
const BASIC = { type: "basic", username: "monitor", password: SECRETS["http password"] };

function http(url: string, auth: object, acceptedStatuses = ["204"]) {
	const request = { headers: [secretHeader(SECRETS["http header"])], auth, body: "hello" };
	return { name: "API", url, method: "POST", acceptedStatuses, request };
}

const STEP_AUTHS = {
	token: { type: "bearer", token: SECRETS["flow token"] },
	password: { type: "basic", username: "monitor", password: SECRETS["flow password"] },
	// After "monitor:" the password stands across the groups of Base64.
	"inserted password": { type: "basic", username: "monitor", password: "{{secret}}" },
	"inserted token": { type: "bearer", token: "{{token}}" },
} as const;

/** A step that sends its secrets in every place, and one that sends on what the first one saved. */
function flow(url: string, auth: keyof typeof STEP_AUTHS, contentChecks: object[] = [], saves = false) {
	const first = {
		name: "Log in",
		method: "POST",
		url: `${url}first?q={{secret}}`,
		headers: [secretHeader(SECRETS["flow header"])],
		auth: STEP_AUTHS[auth],
		body: '{"password":"{{secret}}"}',
		contentChecks: saves ? [] : contentChecks,
		save: saves ? [{ name: "echo", from: "header", value: "X-Echo" }] : [],
	};
	const second = {
		name: "Read",
		url: `${url}{{echo}}`,
		headers: [{ name: "X-Key", value: "{{secret}}" }],
		contentChecks,
	};
	const variables = [
		{ name: "secret", value: SECRETS["flow variable"], secret: true },
		{ name: "token", value: SECRETS["flow token"], secret: true },
	];
	return { type: "flow", name: "Journey", variables, steps: saves ? [first, second] : [first] };
}

const channelsTo = (receiver: string) => [
	{ type: "webhook", url: receiver, secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
	{ type: "slack", url: `${receiver}${SECRETS["slack url"]}` },
	{ type: "ntfy", serverUrl: receiver, topic: "lapwing", accessToken: SECRETS["ntfy token"] },
	{ type: "telegram", botToken: `1:${SECRETS["telegram token"]}`, chatId: "1" },
	{ type: "pagerduty", routingKey: SECRETS["pagerduty key"] },
	{ type: "opsgenie", apiKey: SECRETS["opsgenie key"] },
];

/** The body with null for its secrets. */
function withoutSecrets(body: ReturnType<typeof flow>): ReturnType<typeof flow> {
	const secrets: readonly unknown[] = Object.values(SECRETS);
	return JSON.parse(JSON.stringify(body, (_, value) => (secrets.includes(value) ? null : value)));
}

interface Planted {
	readonly body: object;
	/** Content checks; the trial has them too. */
	readonly checks?: readonly object[];
}

/** A monitor for each way in which a target sends back what it was sent. */
function echoedMonitors(echoes: EchoingTargets): Planted[] {
	const welcome = { type: "contains", value: "Welcome" };
	const echo = { type: "header", name: "X-Echo", operator: "equals", expected: "other" };
	return [
		{ body: http(echoes.json.url, BEARER), checks: [other("$.headers"), other("$.headers.authorization")] },
		{ body: http(echoes.json.url, BASIC), checks: [echo] },
		{ body: http(echoes.page.url, BEARER), checks: [welcome] },
		{ body: http(echoes.base64.url, BASIC), checks: [{ type: "regex", value: "^Welcome" }] },
		{ body: http(echoes.garbling.url, BEARER) },
		{ body: http(echoes.reason.url, BEARER) },
		{ body: http(echoes.naming.url, BEARER) },
		{ body: flow(echoes.json.url, "token", [other("$.headers['x-key']")], true) },
		{ body: flow(echoes.json.url, "password", [other("$.url")], true) },
		{ body: flow(echoes.json.url, "inserted password", [other("$.headers.authorization")]) },
		{ body: flow(echoes.json.url, "inserted token", [other("$.body")]) },
		{ body: flow(echoes.page.url, "inserted password", [welcome]) },
		{ body: flow(echoes.base64.url, "password", [welcome]) },
		{ body: flow(echoes.garbling.url, "token") },
		{ body: flow(echoes.reason.url, "inserted token") },
		{ body: flow(echoes.naming.url, "inserted token") },
	];
}

/** Monitors that are redirected to a stranger, and one of each type that has no secrets. */
function otherMonitors({ leaving, json }: EchoingTargets, resolver: string): Planted[] {
	const welcome = { type: "contains", value: "Welcome" };
	return [
		{ body: http(leaving.url, BEARER) },
		{ body: http(leaving.url, BASIC) },
		{ body: flow(leaving.url, "inserted password") },
		{ body: { type: "tcp", name: "Port", host: "127.0.0.1", port: json.port, send: "?", expect: welcome } },
		{ body: { type: "websocket", name: "Feed", url: json.url.replace("http", "ws") } },
		{ body: { type: "dns", name: "Zone", domain: "example.com", resolver } },
		{ body: { type: "ping", name: "Router", host: "router.example" } },
	];
}

const typeOf = ({ body }: Planted) => ("type" in body ? body.type : "http");

/** What a monitor of a job shows holds its address, which is a secret everywhere else. */
const withoutAddress = (body: unknown) => JSON.stringify(body, (name, value) => (name === "pingUrl" ? null : value));

test("secrets are in no answer, log line, message, notice, metric, trial, backup or output of a command", async () => {
	const notices: string[] = [];
	await using receiver = await startHttpTarget(async (request, response) => {
		notices.push(await text(request));
		response.writeHead(request.url?.includes(SECRETS["slack url"]) ? 500 : 204).end();
	});
	const arrived: string[] = [];
	await using stranger = await startHttpTarget(async (request, response) => {
		arrived.push(JSON.stringify(request.headers) + request.url + (await text(request)));
		response.writeHead(500).end();
	});
	await using echoes = await startEchoingTargets(stranger.url);
	await using names = await startDnsServer({ "*": "nxdomain" });
	await using service = await Lapwing.start({ env: { LOG_LEVEL: "trace", PROBE_RESOLVERS: names.address } });
	const planted = new PlantedSecrets(SECRETS);
	const answers: string[] = [];
	const ask = async (method: string, path: string, body?: object) => {
		const answer = await service.ask(method, path.startsWith("/ping/") ? path : `/api/v1${path}`, body);
		answers.push(`${JSON.stringify([...answer.headers])}${withoutAddress(answer.body)}`);
		return answer;
	};
	const streamed = await followLive(service);

	for (const channel of channelsTo(receiver.url)) {
		const enabled = ["webhook", "slack", "ntfy"].includes(channel.type);
		const made = await ask("POST", "/alerts", { name: `On call: ${channel.type}`, channel, enabled });
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		if (enabled) await ask("POST", `/alerts/${made.body.data.id}/test`);
	}

	const echoed = echoedMonitors(echoes);
	for (const { body, checks = [] } of echoed) {
		const trial = checks.length === 0 ? body : { ...body, acceptedStatuses: ["2xx"], contentChecks: checks };
		const tried = await ask("POST", "/monitors/try", trial);
		expect(tried.body.data, JSON.stringify([body, tried.body])).toMatchObject({ verdict: "down" });
	}
	const monitors = [...echoed, ...otherMonitors(echoes, names.address)];
	const ids: string[] = [];
	for (const monitor of monitors) {
		const made = await ask("POST", "/monitors?view=full", monitor.body);
		// A machine may have no ping.
		if (typeOf(monitor) === "ping" && made.status === 400) continue;
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		const { id } = made.body.data;
		ids.push(id);
		for (const check of monitor.checks ?? []) {
			expect((await ask("POST", `/monitors/${id}/content-checks`, check)).status).toBe(201);
		}
	}
	const [first = ""] = ids;
	const replaced = { type: "bearer", token: SECRETS["replaced token"] };
	const request = { headers: [secretHeader(SECRETS["http header"])], auth: replaced, body: "hello" };
	expect((await ask("PUT", `/monitors/${first}`, { acceptedStatuses: ["2xx"], request })).status).toBe(200);
	const kept = { headers: [{ name: "X-Key", value: null, secret: true }], auth: { type: "bearer", token: null } };
	expect((await ask("PUT", `/monitors/${first}`, { request: kept })).status).toBe(200);
	const malformed = { headers: [{ name: "X Key", value: SECRETS["refused header"], secret: true }] };
	expect((await ask("PUT", `/monitors/${first}`, { request: malformed })).status).toBe(400);

	// Whoever edits a monitor can try it with the secrets that they do not know.
	const flowId = ids[echoed.findIndex((monitor) => typeOf(monitor) === "flow")];
	const parts = Array.from({ length: 20 }, (_, at) => ({
		name: `part${at}`,
		from: "regex",
		value: `"authorization":"Bearer ${".".repeat(at)}(.{1,4})`,
	}));
	const prying = { ...withoutSecrets(flow(echoes.json.url, "token")), monitorId: flowId };
	const [step] = prying.steps;
	const pried = await ask("POST", "/monitors/try", { ...prying, steps: [{ ...step, save: parts }] });
	expect(pried.body.data.steps[0].saved, JSON.stringify(pried.body)).toHaveLength(20);
	const letters = pried.body.data.steps[0].saved.map(({ value }: { value: string }) => value).join("");
	expect(letters).toMatch(/^•+$/);

	answers.push(...(await readersAnswers(service)));

	const job = await ask("POST", "/monitors", { type: "cron", name: "Backup", schedule: "0 2 * * *" });
	const ping = new URL(job.body.data.pingUrl).pathname;
	planted.add("ping key", ping.slice("/ping/".length));
	for (const signal of ["/start", "/3", "/256", "/start/now", "?rid="]) await ask("POST", ping + signal, {});
	ids.push(job.body.data.id);
	expect(new Set(["cron", ...monitors.map(typeOf)])).toEqual(new Set(MONITOR_TYPES));

	for (const id of ids) await service.untilStatus(id, "down");
	// Grouped, they need not all have been sent by now.
	await until(() => notices.some((notice) => notice.includes("Backup")) || undefined, { what: "a notice" });
	expect(arrived.length).toBeGreaterThan(0);

	const members = ["", "?view=full", "/results", "/outages", "/alert-events", "/stats", "/series"];
	for (const id of ids) {
		for (const part of members) expect((await ask("GET", `/monitors/${id}${part}`)).status).toBe(200);
		// A run that nobody expected has no result.
		if (id === job.body.data.id) continue;
		const [result] = await service.results(id);
		const explained = await ask("GET", `/monitors/${id}/results/${result.id.split(":")[1]}`);
		expect(explained.body.data).toMatchObject({ verdict: "down", message: expect.any(String) });
	}
	const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	expect((await ask("GET", `/monitors/${ids.at(-1)}/pings`)).body.data.pings).toHaveLength(2);
	const lists = ["/monitors", "/monitors?view=full", "/audit-events?perPage=200", "/board", "/alerts"];
	for (const path of [...lists, `/reports/uptime-summary?from=${yesterday}&to=${yesterday}`]) {
		expect((await ask("GET", path)).status, path).toBe(200);
	}
	const measured = await (await fetch(`${service.url}/metrics`)).text();
	// Each command takes a second to start.
	const printed = await printedBy(service, [
		["monitors", "list", "--json"],
		["monitors", "results", first],
		["monitors", "try", "--settings", JSON.stringify(monitors[0]?.body)],
		["backup", join(service.directory, "without-secret.db"), "--without-secret"],
	]);
	await service.stop();
	const files = await Promise.all(
		(await readdir(service.directory, { recursive: true, withFileTypes: true }))
			.filter((entry) => entry.isFile())
			.map(async (entry) => (await readFile(join(entry.parentPath, entry.name))).toString("latin1")),
	);
	expect(files.filter((file) => file.includes("Journey")).length).toBeGreaterThanOrEqual(2);

	const places = { answers, streamed, log: [service.log], notices, measured: [measured], printed, files, arrived };
	for (const [place, texts] of Object.entries(places)) {
		expect(texts.join("").length, place).toBeGreaterThan(0);
		for (const each of texts) expect(planted.in(each), place).toBeNull();
	}
});

/** What a status page with a password answers its team and its readers. */
async function readersAnswers(service: Lapwing): Promise<readonly string[]> {
	const password = SECRETS["page password"];
	const page = { name: "Partners", slug: "partners", isPublished: true, access: "password", password };
	const made = await service.ask("POST", "/api/v1/status-pages", page);
	expect(made.status).toBe(201);
	const answers = [JSON.stringify(made.body)];
	for (const [sent, status] of [
		[password, 303],
		[SECRETS["wrong page password"], 401],
	] as const) {
		const body = new URLSearchParams({ password: sent });
		const answer = await fetch(`${service.url}/status/partners`, { method: "POST", body, redirect: "manual" });
		expect(answer.status).toBe(status);
		answers.push(JSON.stringify([...answer.headers]) + (await answer.text()));
	}
	return answers;
}

/** What the stream of changes sends until the service ends. */
async function followLive({ url, key }: Lapwing): Promise<readonly string[]> {
	const streamed: string[] = [];
	const { body } = await fetch(`${url}/api/v1/live`, { headers: { authorization: `Bearer ${key}` } });
	const read = async () => {
		for await (const part of body ?? []) streamed.push(Buffer.from(part).toString());
	};
	// It ends with the service.
	void read().catch(() => {});
	return streamed;
}

/** What commands print, with the service's key; those that exit with another code than 0, too. */
async function printedBy(service: Lapwing, commands: readonly string[][]): Promise<string[]> {
	const environment = {
		DATABASE_URL: service.databaseUrl,
		LAPWING_URL: service.url,
		LAPWING_API_KEY: service.key,
	};
	const printed: string[] = [];
	for (const command of commands) {
		const { stdout, stderr } = await lapwing(environment, ...command).catch(
			(failed: { stdout: string; stderr: string }) => failed,
		);
		expect(stdout, `${command.join(" ")}\n${stderr}`).not.toBe("");
		printed.push(command.includes("--json") ? withoutAddress(JSON.parse(stdout)) : stdout, stderr);
	}
	return printed;
}
