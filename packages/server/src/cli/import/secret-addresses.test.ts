/** What lets someone in and stands in an address: what of it each importer writes for Git, and what beside it. */

import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unwrap } from "@lapwing/result";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDocument } from "../../http/api/config/document.ts";
import { startService } from "../../http/testing/service.ts";
import { loadConfig } from "../config/config-files.ts";
import { convertBetterStack } from "./better-stack/convert.ts";
import { convertBlackbox } from "./blackbox/convert.ts";
import { convertChecklyAccount } from "./checkly/convert.ts";
import { convertGatus } from "./gatus/convert.ts";
import { convertHealthchecks } from "./healthchecks/convert.ts";
import type { Imported } from "./imported.ts";
import { convertStatuspage } from "./statuspage/convert.ts";
import { convertKuma } from "./uptime-kuma/convert.ts";
import { EMPTY_KUMA } from "./uptime-kuma/kuma.ts";
import { convertUptimeRobot } from "./uptimerobot/convert.ts";
import { writeImported } from "./write-import.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-secret-addresses-"));
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

const SECRET = "s3cr3t0123456789abcd";
const TOKEN = `https://shop.example.com/health?token=${SECRET}`;
const HOOK = `https://shop.example.com/hooks/${SECRET}`;
const USER = `https://me:${SECRET}@shop.example.com/user`;
const LIVE = `wss://shop.example.com/live?access_token=${SECRET}`;

const KUMA_ROW = { interval: 60, active: 1, timeout: 10, accepted_statuscodes_json: '["200-299"]', method: "GET" };
const kuma = (...urls: readonly string[]) =>
	urls.map((url, index) => {
		const type = url.startsWith("ws") ? "websocket-upgrade" : "http";
		return { ...KUMA_ROW, id: index + 1, name: "", url, type };
	});
const ROBOT = { interval: 300, timeout: 30, httpMethodType: "GET", successHttpResponseCodes: ["2xx"] };
const probing = {
	job_name: "probes",
	metrics_path: "/probe",
	params: { module: ["http_2xx"] },
	static_configs: [{ targets: [TOKEN, HOOK, USER, `shop.example.com/plain?token=${SECRET}`] }],
	relabel_configs: [
		{ source_labels: ["__address__"], target_label: "__param_target" },
		{ source_labels: ["__param_target"], target_label: "instance" },
		{ target_label: "__address__", replacement: "127.0.0.1:9115" },
	],
};
const CHECKLY = { checkType: "API", activated: true, frequency: 10, tags: [], locations: [] };

const HTTP = [TOKEN, HOOK, "https://shop.example.com/user"];

/** Each tool's own form, with addresses that let someone in; the addresses that the service is to check. */
const IMPORTERS: Readonly<Record<string, readonly [read: () => Imported, addresses: readonly string[]]>> = {
	"uptime-kuma": [() => convertKuma({ ...EMPTY_KUMA, monitor: kuma(TOKEN, HOOK, USER, LIVE) }), [...HTTP, LIVE]],
	gatus: [
		() =>
			convertGatus({
				endpoints: [TOKEN, HOOK, USER, LIVE].map((url) => ({ url, conditions: ["[CONNECTED] == true"] })),
			}),
		[...HTTP, LIVE],
	],
	blackbox: [
		() => convertBlackbox({ scrape_configs: [probing] }, null),
		[...HTTP, `http://shop.example.com/plain?token=${SECRET}`],
	],
	uptimerobot: [
		() =>
			convertUptimeRobot({
				monitors: [TOKEN, HOOK, USER].map((url, id) => ({ ...ROBOT, id, friendlyName: "", type: "HTTP", url })),
				...{ integrations: [], alertContacts: [], maintenanceWindows: [] },
				psps: [{ id: 1, friendlyName: "Page", urlKey: "page", status: "ENABLED", monitorIds: [0, 1, 2] }],
			}),
		HTTP,
	],
	"better-stack": [
		() => {
			const monitors = [TOKEN, HOOK, USER].map((url, index) => ({
				id: String(index),
				attributes: { url, pronounceable_name: "", monitor_type: "status", check_frequency: 60, http_method: "get" },
			}));
			return convertBetterStack({ monitors, monitorGroups: [], heartbeats: [], heartbeatGroups: [], pages: [] });
		},
		HTTP,
	],
	checkly: [
		() => {
			const checks = [TOKEN, HOOK, USER].map((url, id) => ({
				...{ ...CHECKLY, id: String(id), name: url },
				request: { method: "GET", url, headers: [], queryParameters: [], assertions: [] },
			}));
			return convertChecklyAccount({ checks, groups: [], channels: [], windows: [] });
		},
		HTTP,
	],
	healthchecks: [
		() => {
			const uuid = "31365bce-8da9-4729-8ff3-aaa71d56b712";
			const check = { name: `Backup to ${TOKEN}`, tags: "", desc: `See ${HOOK}`, grace: 600, timeout: 3_600, uuid };
			return convertHealthchecks({ checks: [check], channels: [], pingKey: null });
		},
		[],
	],
	statuspage: [
		() => {
			const page = { id: "p", name: "Acme", subdomain: "acme", headline: `See ${TOKEN}` };
			const component = { id: "c", name: "Shop", description: `At ${HOOK}`, position: 1, group_id: null };
			return convertStatuspage([{ page, groups: [], components: [component], incidents: [] }], Date.UTC(2026, 0, 1));
		},
		[],
	],
};

test.each(Object.entries(IMPORTERS))(
	"%s writes none for Git, and the service checks it",
	async (_, [read, addresses]) => {
		const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
		const out = join(folder, "lapwing.yaml");
		writeImported(out, "Tool", read());
		expect(readFileSync(out, "utf8")).not.toContain(SECRET);
		expect(JSON.stringify(printed.mock.calls)).not.toContain(SECRET);
		const { read: files } = await loadConfig([out]);

		await using service = await startService("sqlite");
		const put = (document: object, query = "") =>
			service
				.ask("PUT", `/api/v1/config${query}`, { body: document })
				.then(({ json }) => json.data ?? json.error.details);
		expect((await put(files.value)).changes).not.toEqual([]);
		const { monitors } = (await service.ask("GET", "/api/v1/monitors?view=full")).json.data;
		const urls = monitors.flatMap(({ url }: { url?: string }) => (url === undefined ? [] : [url]));
		expect(urls.toSorted()).toEqual(addresses.toSorted());
		expect(JSON.stringify(monitors.map(({ name }: { name: string }) => name))).not.toContain(SECRET);
		expect((await put(files.value, "?dryRun=1")).changes).toEqual([]);

		if (addresses.length > 0) {
			expect(statSync(`${out}.env`).mode & 0o777).toBe(0o600);
			expect(readFileSync(`${out}.env`, "utf8")).toContain(SECRET);
			rmSync(`${out}.env`);
		}
		const { read: unset } = await loadConfig([out]);
		expect((await put(unset.value, "?dryRun=1")).changes).toEqual([]);
		const exported = await service.ask("GET", "/api/v1/config");
		expect(exported.text).not.toContain(SECRET);
		expect((await put(exported.json.data, "?dryRun=1")).changes).toEqual([]);
	},
);

interface Sent {
	readonly tool: string;
	readonly beside: "header" | "setting";
	/** Whether the user of the address is what the tool sends. */
	readonly isUser: boolean;
}

/** As the tools send them: axios of Uptime Kuma, Go of Gatus and of blackbox_exporter. */
test.each<Sent>([
	{ tool: "uptime-kuma", beside: "header", isUser: true },
	{ tool: "uptime-kuma", beside: "setting", isUser: true },
	{ tool: "gatus", beside: "header", isUser: false },
	{ tool: "blackbox", beside: "header", isUser: false },
	{ tool: "blackbox", beside: "setting", isUser: true },
	{ tool: "better-stack", beside: "setting", isUser: false },
])(
	"of an address with a user and a $beside beside it, $tool's monitor sends what the tool sends",
	({ tool, beside, isUser }) => {
		const other = "Bearer other";
		const row = { ...kuma(USER)[0], name: "M" };
		const basic = { username: "other", password: "other" };
		const module = beside === "header" ? { headers: { Authorization: other } } : { basic_auth: basic };
		const attributes = { url: USER, monitor_type: "status", auth_username: "other", auth_password: "other" };
		const none = { monitorGroups: [], heartbeats: [], heartbeatGroups: [], pages: [] };
		const readers: Readonly<Record<string, () => Imported>> = {
			"uptime-kuma": () =>
				convertKuma({
					...EMPTY_KUMA,
					monitor: [
						beside === "header"
							? { ...row, headers: JSON.stringify({ authorization: other }) }
							: { ...row, auth_method: "basic", basic_auth_user: "other", basic_auth_pass: "other" },
					],
				}),
			gatus: () => convertGatus({ endpoints: [{ url: USER, headers: { authorization: other }, conditions: [] }] }),
			blackbox: () =>
				convertBlackbox(
					{ scrape_configs: [{ ...probing, static_configs: [{ targets: [USER] }] }] },
					{ modules: { http_2xx: { prober: "http", http: module } } },
				),
			"better-stack": () => convertBetterStack({ monitors: [{ id: "1", attributes }], ...none }),
		};
		const { document, secrets, notes } = (readers[tool] as () => Imported)();
		expect(unwrap(readDocument(document)).monitors).toMatchObject([{ body: { url: HTTP[2] } }]);
		expect(Object.values(secrets)).toEqual([isUser ? SECRET : expect.stringContaining("other")]);
		expect(JSON.stringify(document.monitors?.[0]?.["request"])).toContain(isUser ? '"username":"me"' : "secret");
		expect(notes).toContainEqual(expect.objectContaining({ field: "url", why: expect.stringContaining("user") }));
	},
);

test("a user without a password, or a password without a user, is sent as it was", () => {
	for (const [user, sent] of [
		["me", "me:"],
		[":p%40ss", ":p@ss"],
	] as const) {
		const { secrets } = convertKuma({ ...EMPTY_KUMA, monitor: kuma(`https://${user}@shop.example.com/`) });
		expect(Object.values(secrets)).toEqual([`Basic ${Buffer.from(sent).toString("base64")}`]);
	}
});
