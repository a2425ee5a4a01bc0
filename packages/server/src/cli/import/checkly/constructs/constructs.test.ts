import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { validConfig } from "../../../config/check.ts";
import { sound } from "../../sound.ts";
import { writeImported } from "../../write-import.ts";
import { convertChecklyAccount } from "../convert.ts";
import { readConstructs } from "./constructs.ts";
import { PROJECT } from "./testing/project.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-constructs-"));
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

function write(files: Readonly<Record<string, string>>): void {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
}
function read(files: Readonly<Record<string, string>>) {
	write(files);
	return readConstructs(folder);
}
/** A check of the text, below the imports that it needs. */
const checkOf = (text: string) => {
	const imports = `import * as checkly from 'checkly/constructs'; import { ApiCheck, AssertionBuilder, CheckGroupV2, EmailAlertChannel, Frequency, MaintenanceWindow } from 'checkly/constructs'`;
	return read({ "a.check.ts": `${imports}\n${text}` });
};
const URL_REQUEST = "request: { url: 'https://a.example/', method: 'GET' }";

test("each kind of construct is carried", () => {
	const { document } = sound(read(PROJECT));
	const of = (name: string) => document.monitors?.find((monitor) => monitor["name"] === name);
	expect(of("Orders")).toEqual({
		key: "orders",
		name: "Orders",
		type: "http",
		url: "https://shop.example.com/orders?q=a%20b",
		method: "POST",
		acceptedStatuses: ["201"],
		request: {
			headers: [
				{ name: "A", value: { secret: "CHECKLY_ORDERS_A" }, secret: true },
				{ name: "Authorization", value: "Bearer \u{e000}TOKEN\u{e001}", secret: true },
				{ name: "X-Key", value: { secret: "KEY" }, secret: true },
				{ name: "Content-Type", value: "application/json" },
			],
			body: '{"a":1}',
			auth: { type: "basic", username: "u", password: { secret: "CHECKLY_ORDERS_PASSWORD" } },
		},
		contentChecks: [
			{ type: "json", value: "$.id", operator: "greater_than", expected: 0 },
			{ type: "header", name: "content-type", operator: "matches", expected: "json", caseSensitive: true },
			{ type: "not_contains", value: "error", caseSensitive: true },
		],
		intervalSeconds: 900,
		degradedAfterMs: 10_000,
		timeoutSeconds: 2,
		tags: ["shop", "auto", "group:web"],
	});
	expect(of("Health")).toMatchObject({ url: "\u{e000}API_URL\u{e001}/health", intervalSeconds: 300, tags: ["shop"] });
	expect(of("Home")).toMatchObject({ type: "http", acceptedStatuses: ["200"], intervalSeconds: 600, tags: ["front"] });
	expect(of("Database")).toMatchObject({ type: "tcp", port: 5_432, send: "PING", expect: { value: "PONG" } });
	expect(of("Cache")).toMatchObject({ type: "tcp", enabled: false, tags: ["shop", "group:old"] });
	expect(of("Name")).toMatchObject({ type: "dns", recordType: "AAAA", resolver: "192.0.2.53" });
	expect(of("Ping")).toMatchObject({ type: "ping", packets: 5 });
	expect(of("Job")).toMatchObject({ type: "cron", every: 3_600, graceSeconds: 1_800 });
	expect(of("Night")).toMatchObject({ type: "cron", every: 86_400, graceSeconds: 3_600 });
	expect(document.monitors).toHaveLength(9);
	expect(document.alerts?.map(({ monitorIds, channel }) => [monitorIds, channel])).toEqual([
		[["orders"], { type: "email", to: ["ops@example.com"] }],
		[["cache"], { type: "slack", url: { secret: "SLACK_URL" } }],
		[["orders"], { type: "webhook", url: "https://hooks.example/a" }],
		[["home"], { type: "opsgenie", apiKey: { secret: "CHECKLY_GENIE_KEY" }, region: "eu" }],
		[["home"], { type: "pagerduty", routingKey: { secret: "CHECKLY_PAGER_KEY" } }],
		[["home"], { type: "microsoft_teams", url: { secret: "CHECKLY_TEAMS_URL" } }],
		[["home"], { type: "telegram", botToken: { secret: "CHECKLY_TELEGRAM_TOKEN" }, chatId: "-100" }],
		[
			["home"],
			{
				type: "incident_io",
				alertSourceId: "01GW2G3V0S59R238FAHPDS1R66",
				token: { secret: "CHECKLY_INCIDENTS_TOKEN" },
			},
		],
	]);
	expect(document.alerts?.[0]).toMatchObject({ failureThreshold: 2, events: ["down", "up", "certificate"] });
	expect(document.maintenance).toMatchObject([
		{ name: "Nightly", monitorIds: ["home"], recurrence: { rrule: "FREQ=WEEKLY;INTERVAL=1" } },
	]);
	expect(document.statusPages).toEqual([
		{
			key: "shop-status",
			name: "Shop status",
			slug: "shop-status",
			isPublished: true,
			theme: { scheme: "dark" },
			sections: [{ name: "Web", components: [{ name: "Shop", monitorIds: ["home"] }] }],
		},
	]);
});

test("a check that says nothing of times has Checkly's own of its type", () => {
	const imports = "import { ApiCheck, DnsMonitor, TcpMonitor, UrlMonitor } from 'checkly/constructs'";
	const { document } = read({
		"a.check.ts": `${imports}
new ApiCheck('a', { name: 'A', ${URL_REQUEST} })
new UrlMonitor('b', { name: 'B', request: { url: 'https://a.example/' } })
new TcpMonitor('c', { name: 'C', request: { hostname: 'a.example', port: 1 } })
new DnsMonitor('d', { name: 'D', request: { query: 'a.example', recordType: 'A' } })`,
	});
	const times = document.monitors?.map(({ degradedAfterMs, timeoutSeconds }) => [degradedAfterMs, timeoutSeconds]);
	expect(times).toEqual([
		[10_000, 20],
		[3_000, 5],
		[4_000, 5],
		[1_000, 1],
	]);
});

test("a flow, a channel without a counterpart and files of a browser are listed", () => {
	const imported = read(PROJECT);
	expect(sound(imported).notes).toEqual(imported.notes);
	const notes = imported.notes.map(({ what, field }) => `${what} ${field}`);
	for (const wanted of [
		"checkly.config checks.browserChecks",
		'check "Flow" checkType',
		'alert channel "SMS sms-1" type',
		'check "Database" frequency',
		"all checks locations",
	])
		expect(notes).toContain(wanted);
	expect(notes.filter((note) => note.includes(".ts:"))).toEqual([]);
});

test("the same checks are the same monitors from the files and from the account", () => {
	const times = { activated: true, muted: false, shouldFail: false, created_at: "2025-01-01T00:00:00Z" };
	const global = { useGlobalAlertSettings: true, locations: ["eu-west-1"], retryStrategy: null };
	const group = {
		id: 7,
		name: "Web",
		activated: true,
		muted: false,
		tags: ["auto"],
		useGlobalAlertSettings: false,
		alertSettings: { escalationType: "RUN_BASED", runBasedEscalation: { failedRunThreshold: 2 } },
		alertChannelSubscriptions: [{ alertChannelId: 1, activated: true }],
		apiCheckDefaults: { url: "https://api.example", headers: [{ key: "A", value: "1" }], assertions: [] },
	};
	const assertion = (source: string, comparison: string, target: string, property = "") => {
		return { source, property, comparison, target, regex: null };
	};
	const account = convertChecklyAccount({
		groups: [group],
		channels: [{ id: 1, type: "EMAIL", config: { address: "ops@example.com" }, sslExpiry: true }],
		windows: [],
		checks: [
			{
				...times,
				...global,
				id: "a",
				name: "Orders",
				checkType: "API",
				groupId: 7,
				frequency: 15,
				degradedResponseTime: 10_000,
				maxResponseTime: 20_000,
				tags: ["shop"],
				alertChannelSubscriptions: [],
				request: {
					url: "https://shop.example.com/orders",
					method: "POST",
					body: '{"a":1}',
					bodyType: "JSON",
					headers: [
						{ key: "Authorization", value: "Bearer t", locked: true },
						{ key: "X-Key", value: "k", locked: true },
					],
					queryParameters: [{ key: "q", value: "a b", locked: false }],
					basicAuth: { username: "u", password: "p" },
					assertions: [
						assertion("STATUS_CODE", "EQUALS", "201"),
						assertion("JSON_BODY", "GREATER_THAN", "0", "$.id"),
						assertion("HEADERS", "CONTAINS", "json", "content-type"),
						assertion("TEXT_BODY", "NOT_CONTAINS", "error"),
						assertion("RESPONSE_TIME", "LESS_THAN", "2000"),
					],
					followRedirects: true,
					skipSSL: false,
					ipFamily: "IPv4",
				},
			},
			{
				...times,
				...global,
				id: "b",
				name: "Home",
				checkType: "URL",
				frequency: 10,
				tags: ["front"],
				request: {
					url: "https://shop.example.com/",
					method: "GET",
					followRedirects: true,
					assertions: [assertion("STATUS_CODE", "EQUALS", "200")],
				},
			},
			{
				...times,
				...global,
				id: "c",
				name: "Database",
				checkType: "TCP",
				frequency: 0,
				frequencyOffset: 30,
				tags: ["shop"],
				request: {
					hostname: "db.example.com",
					port: 5_432,
					data: "PING",
					assertions: [assertion("RESPONSE_DATA", "CONTAINS", "PONG")],
				},
			},
			{
				...times,
				...global,
				id: "d",
				name: "Name",
				checkType: "DNS",
				frequency: 10,
				tags: ["shop"],
				request: {
					query: "shop.example.com",
					recordType: "AAAA",
					nameServer: "192.0.2.53",
					port: 53,
					protocol: "UDP",
					assertions: [assertion("RESPONSE_CODE", "EQUALS", "NOERROR")],
				},
			},
			{
				...times,
				...global,
				id: "e",
				name: "Ping",
				checkType: "ICMP",
				frequency: 10,
				tags: ["shop"],
				request: { hostname: "192.0.2.1", pingCount: 5, assertions: [] },
			},
			{
				...times,
				...global,
				id: "f",
				name: "Job",
				checkType: "HEARTBEAT",
				tags: ["shop"],
				heartbeat: { period: 1, periodUnit: "hours", grace: 30, graceUnit: "minutes", pingToken: "x" },
			},
		],
	});
	const files = read(PROJECT);
	for (const monitor of account.document.monitors ?? []) {
		const same = files.document.monitors?.find(({ key }) => key === monitor.key);
		// Their values are not in the files.
		const text = JSON.stringify(same)
			.replace("Bearer \u{e000}TOKEN\u{e001}", "")
			.replace('""', '{"secret":"CHECKLY_ORDERS_AUTHORIZATION"}')
			.replace('"KEY"', '"CHECKLY_ORDERS_X_KEY"');
		expect(JSON.parse(text)).toEqual(monitor);
	}
	const { channel: _, ...alert } = account.document.alerts?.[0] ?? { key: "" };
	expect(files.document.alerts?.[0]).toMatchObject(alert);
});

test("what is written passes the check of files, with variables of the environment by their names", async () => {
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
	const out = join(folder, "lapwing.yaml");
	writeImported(out, "Checkly", read(PROJECT));
	const text = readFileSync(out, "utf8");
	expect(text).toContain(`url: $\{API_URL}/health`);
	expect(text).toContain(`value: Bearer $\{TOKEN}`);
	expect(text).not.toMatch(/[\u{e000}\u{e001}]/u);
	vi.stubEnv("API_URL", "https://api.example.com");
	vi.stubEnv("TOKEN", "t0ken");
	const { value } = await validConfig([out]);
	expect(value["monitors"]).toContainEqual(expect.objectContaining({ url: "https://api.example.com/health" }));
});

test.each<[string, string, string, boolean]>([
	["a call", `new ApiCheck('a', { name: 'A', frequency: minutes(), ${URL_REQUEST} })`, "frequency", true],
	["a sum", `new ApiCheck('a', { name: 'A', maxResponseTime: 5 * 1000, ${URL_REQUEST} })`, "maxResponseTime", true],
	["a choice", `new ApiCheck('a', { name: 'A', activated: x ? true : false, ${URL_REQUEST} })`, "activated", true],
	["a spread of a call", `new ApiCheck('a', { name: 'A', ...common(), ${URL_REQUEST} })`, "", true],
	["a computed name", `new ApiCheck('a', { name: 'A', [key]: 1, ${URL_REQUEST} })`, "", true],
	[
		"a variable that is no text",
		`new ApiCheck('a', { name: 'A', frequency: process.env.F, ${URL_REQUEST} })`,
		"frequency",
		true,
	],
	[
		"an assertion of a variable",
		`new ApiCheck('a', { name: 'A', request: { url: 'https://a.example/', method: 'GET', assertions: [AssertionBuilder.statusCode().equals(process.env.S)] } })`,
		"request.assertions[0].target",
		true,
	],
	["a tag that is called", `new ApiCheck('a', { name: 'A', tags: [tag()], ${URL_REQUEST} })`, "tags[0]", false],
	[
		"a channel of the account",
		`new ApiCheck('a', { name: 'A', alertChannels: [EmailAlertChannel.fromId(1)], ${URL_REQUEST} })`,
		"alertChannels[0]",
		false,
	],
	["a constant that may change", `let t = 'A'; new ApiCheck('a', { name: t, ${URL_REQUEST} })`, "name", false],
])("%s is listed with its line, and pauses where it changes what is watched", (_, text, field, isPaused) => {
	const { document, notes } = checkOf(text);
	expect(notes).toContainEqual(expect.objectContaining({ what: "a.check.ts:2", field }));
	expect(document.monitors).toHaveLength(1);
	expect(document.monitors?.[0]?.["enabled"]).toBe(isPaused ? false : undefined);
});

test.each([
	["a loop", `for (const url of ['https://a.example/']) new ApiCheck(url, { name: url, request: { url } })`],
	["a call", `['https://a.example/'].forEach((url) => { new ApiCheck(url, { name: url, request: { url } }) })`],
	["a function", `export function make(url: string) { return new ApiCheck(url, { name: url, request: { url } }) }`],
	["a function's value", `const make = (url: string) => new ApiCheck(url, { name: url, request: { url } })`],
	["a class", `class Own extends ApiCheck { constructor() { super('a', {}); new ApiCheck('b', {}) } }`],
	["a function that is called", `function make() {} const made = make()`],
	["a class of the project's own", `class Own extends ApiCheck {} const own = new Own('a')`],
	["an enum", "enum Tag { A }"],
	["a fault of syntax", "const ="],
])("constructs of %s are listed with their line", (_, text) => {
	const { document, notes } = checkOf(text);
	expect(document).toEqual({});
	expect(notes).toContainEqual(expect.objectContaining({ what: expect.stringMatching(/^a\.check\.ts(:2)?$/) }));
});

test("what can't be read of a group pauses its checks; a channel and a window are not carried", () => {
	const { document, notes } = checkOf(`
const group = new CheckGroupV2('g', { name: 'G', muted: isMuted() })
const mail = new EmailAlertChannel('m', { address: address() })
new MaintenanceWindow('w', { name: 'W', tags: [], startsAt: new Date('2025-01-01T01:00'), endsAt: new Date(2025, 1, 1) })
new ApiCheck('a', { name: 'A', group, alertChannels: [mail], ${URL_REQUEST} })`);
	expect(document).toMatchObject({ monitors: [{ enabled: false }] });
	expect(Object.keys(document)).toEqual(["monitors"]);
	expect(notes.filter(({ what }) => what.startsWith("a.check.ts")).map(({ what, field }) => [what, field])).toEqual([
		["a.check.ts:3", "muted"],
		["a.check.ts:4", "address"],
		["a.check.ts:5", "startsAt"],
		["a.check.ts:5", "endsAt"],
	]);
});

test("a check that is never deployed is not carried, and other constructs are listed", () => {
	const { document, notes } = checkOf(`new ApiCheck('a', { name: 'A', testOnly: true, ${URL_REQUEST} })
new checkly.PrivateLocation('p', { name: 'P' })`);
	expect(document).toEqual({});
	expect(notes.map(({ what, field }) => [what, field])).toEqual([
		["a.check.ts:2", "testOnly"],
		["a.check.ts:3", "PrivateLocation"],
	]);
});

test("a secret that joins a text and a variable keeps its text out of the file", () => {
	const { document, secrets, notes } = checkOf(
		`new checkly.SlackAlertChannel('s', { url: \`https://hooks.slack.com/services/\${process.env.HOOK}\` })`,
	);
	expect(document.alerts).toMatchObject([{ channel: { type: "slack", url: { secret: "CHECKLY_SLACK_S_URL" } } }]);
	expect(secrets).toEqual({});
	expect(notes).toContainEqual(
		expect.objectContaining({ what: "secret CHECKLY_SLACK_S_URL", why: expect.stringContaining("HOOK") }),
	);
});

test("CommonJS is read, and constants of other files by their relative paths", () => {
	const { document, notes } = read({
		"checks/a.check.js": `
const { UrlMonitor } = require('checkly/constructs')
const { group } = require('../shared')
const shared = require('../shared')
new UrlMonitor('a', { name: shared.NAME, tags: [shared.other], group, request: { url: shared.URLS.a } })`,
		"shared/index.js": `
const { CheckGroupV2 } = require('checkly/constructs')
const group = new CheckGroupV2('g', { name: 'G' })
exports.NAME = 'Named'
module.exports = { group, NAME: 'Named', URLS: { a: 'https://a.example/' } }`,
	});
	expect(document.monitors).toMatchObject([{ name: "Named", url: "https://a.example/", tags: ["group:g"] }]);
	expect(notes).toContainEqual(expect.objectContaining({ what: "checks/a.check.js:5", field: "tags[0]" }));
});

test("a file alone has the defaults of the configuration above it", () => {
	write({
		"checkly.config.js": "module.exports = { checks: { frequency: 5, tags: list() } }",
		"src/a.check.ts": `import { UrlMonitor } from 'checkly/constructs'; new UrlMonitor('a', { name: 'A', request: { url: 'https://a.example/' } })`,
	});
	const { document, notes } = readConstructs(join(folder, "src/a.check.ts"));
	expect(document.monitors).toMatchObject([{ name: "A", intervalSeconds: 300 }]);
	expect(notes).toContainEqual(expect.objectContaining({ what: "checkly.config.js:1", field: "checks.tags" }));
});

test("what a file hands on from another is found as if it stood there", () => {
	const { document } = read({
		"a.check.ts": `import { UrlMonitor } from 'checkly/constructs'; import { mail } from './all'
new UrlMonitor('a', { name: 'A', request: { url: 'https://a.example/' }, alertChannels: [mail] })`,
		"all.ts": "export { mail } from './mail'",
		"mail.ts": `import { EmailAlertChannel } from 'checkly/constructs'
export const mail = new EmailAlertChannel('m', { address: 'ops@example.com' })`,
	});
	expect(document.alerts).toMatchObject([{ monitorIds: ["a"], channel: { type: "email", to: ["ops@example.com"] } }]);
});

test("two files that hand on each other's names have none but their own", () => {
	const { document, notes } = read({
		"a.check.ts": `import { UrlMonitor } from 'checkly/constructs'; import { none } from './b'
new UrlMonitor('a', { name: 'A', request: { url: 'https://a.example/' }, tags: none })`,
		"b.ts": "export * from './c'",
		"c.ts": "export * from './b'",
	});
	expect(document.monitors).toMatchObject([{ name: "A", url: "https://a.example/" }]);
	expect(notes).toContainEqual(expect.objectContaining({ why: expect.stringContaining("is no constant that") }));
});

test("a service of a status page whose name is code is listed", () => {
	const { notes } = read({
		"a.check.ts": `import { StatusPage, StatusPageService } from 'checkly/constructs'
const api = new StatusPageService('s', { name: nameOf() })
new StatusPage('p', { name: 'P', url: 'p', cards: [{ name: 'C', services: [api] }] })`,
	});
	expect(notes).toContainEqual(expect.objectContaining({ what: "a.check.ts:2", field: "name" }));
});

test("constants that name themselves or grow without end are refused, not read for ever", () => {
	const lines = Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [...a${at}, ...a${at}]`);
	expect(() =>
		checkOf(`const a0 = ['x']\n${lines.join("\n")}\nnew ApiCheck('a', { name: 'A', tags: a40, ${URL_REQUEST} })`),
	).toThrow(/more values than are read/);
	const { notes } = checkOf(`const a = { b: a }\nnew ApiCheck('a', { name: 'A', tags: a.b, ${URL_REQUEST} })`);
	expect(notes).toContainEqual(expect.objectContaining({ why: "It names itself." }));
});

test.each([
	["lists", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
	["members", `x${".a".repeat(100_000)}`],
])("%s that are nested too deeply are listed", (_, value) => {
	const text = `const { ApiCheck } = require('checkly/constructs'); const x = {}; new ApiCheck('a', { tags: ${value} })`;
	const { notes } = read({ "a.check.js": text });
	expect(notes.filter(({ what }) => what.startsWith("a.check.js"))).not.toEqual([]);
});

test("files that the configuration leaves out are left out, and its channels are those of checks without their own", () => {
	const check = (id: string) =>
		`import { UrlMonitor } from 'checkly/constructs'; new UrlMonitor('${id}', { name: '${id}', request: { url: 'https://a.example/' } })`;
	const { document } = read({
		"checkly.config.ts": `import { EmailAlertChannel, TelegramAlertChannel } from 'checkly/constructs'
const chat = new TelegramAlertChannel('t', { name: 'T', chatId: process.env.CHAT, apiKey: process.env.BOT })
export default { checks: { ignoreDirectoriesMatch: ['old/**'], alertChannels: [
  new EmailAlertChannel('m', { address: process.env.MAIL! }), chat,
] } }`,
		"new/a.check.ts": check("a"),
		"old/b.check.ts": check("b"),
	});
	expect(document.monitors?.map(({ key }) => key)).toEqual(["a"]);
	const kept = sound({ document, secrets: {}, notes: [] }).document.alerts;
	expect(kept?.map(({ monitorIds, channel }) => [monitorIds, channel])).toEqual([
		[["a"], { type: "telegram", botToken: { secret: "BOT" }, chatId: "\u{e000}CHAT\u{e001}" }],
		[["a"], { type: "email", to: ["\u{e000}MAIL\u{e001}"] }],
	]);
});

test("nothing of the files is run", () => {
	const marker = join(folder, "ran");
	checkOf(
		`require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')\nnew ApiCheck('a', { name: 'A', ${URL_REQUEST} })`,
	);
	expect(() => readFileSync(marker)).toThrow(/ENOENT/);
});

test("a path without constructs is refused", () => {
	expect(() => readConstructs(folder)).toThrow(/has no files of constructs/);
	expect(() => readConstructs(join(folder, "none"))).toThrow(/no file or folder/);
});
