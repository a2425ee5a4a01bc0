/**
 * Nothing that a team keeps to itself reaches those who read its pages: every answer that needs no sign-in, with its
 * headers, every exported file, mail and webhook is searched for what was planted, and for all else that the database
 * holds.
 */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as bodyOf } from "node:stream/consumers";
import pino from "pino";
import { expect, test } from "vitest";
import { CHANNEL_OF } from "../../../domain/alerts/testing/channel-examples.ts";
import { DAY_MS, MINUTE_MS } from "../../../domain/durations.ts";
import { COMPONENT_STATES } from "../../../domain/status-pages/component-state.ts";
import { IMAGE_KINDS } from "../../../domain/status-pages/page-image.ts";
import { png } from "../../../domain/status-pages/testing/images.ts";
import { followAllOutages } from "../../../engine/incidents/follow-outages.ts";
import { announceAllMaintenance } from "../../../engine/maintenance/announce-maintenance.ts";
import { DeliverMessages } from "../../../engine/subscribers/deliver-messages.ts";
import { fanOutNews } from "../../../engine/subscribers/fan-out-news.ts";
import { createMetrics } from "../../../metrics.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import { MailPriority } from "../../../notify/subscribers/mail-priority.ts";
import { SubscriberMailer } from "../../../notify/subscribers/mailer.ts";
import { aMailbox } from "../../../notify/subscribers/testing/mailbox.ts";
import { sendNews } from "../../../notify/subscribers/webhooks.ts";
import { startHttpTarget } from "../../../probe/targets/http-target.ts";
import { allowDomain } from "../../../services/status-pages/allow-domain.ts";
import { LinkTokens } from "../../../services/subscribers/link-tokens.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { TABLES } from "../../../storage/database/schema.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { CREATE_EXAMPLES } from "../../api/monitors/monitor-bodies.ts";
import { ROUTES } from "../../app.ts";
import { filled } from "../../testing/paths.ts";
import { PlantedTeam } from "../../testing/planted-team.ts";
import { type Service, startService } from "../../testing/service.ts";
import { exportPages } from "./export/export-pages.ts";
import { type NAMING_FORMS, VIEWS } from "./forms/form.ts";
import { pageSource } from "./serve/page-source.ts";

const SECRET = new Uint8Array(32).fill(7);
const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** Of the page that readers may see. */
const DOMAIN = "status.reader.example";
const ORIGIN = "https://lapwing.example";

/** What of the database pages show; everything else is for the team. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
	status_pages: ["public_id", "name", "slug", "settings"],
	status_page_slugs: ["slug"],
	status_page_images: ["type", "hash"],
	status_page_sections: ["name"],
	components: ["public_id", "name", "description"],
	incidents: ["public_id", "title"],
	incident_updates: ["public_id", "body"],
	incident_components: ["name"],
	incident_postmortems: ["body"],
	maintenance_windows: ["public_id", "public_title", "public_text"],
	page_news: ["public_id", "news", "component_ids"],
	// The reader's own, in what is sent to them alone and where its links lead.
	subscribers: ["address", "address_key", "public_id"],
	subscriber_messages: ["public_id"],
};

/** Texts that hold a word of a fixed set, which other texts contain by chance. */
const WORDS = /^[a-z_. ]{1,24}$/;

/** Holds words and ids of examples, and nothing of the database. */
const DESCRIBES_THE_API = /^GET \/(?:api\/v1\/(?:openapi|config\.schema)\.json|docs)$/;

const IS_READERS_OWN = /^(?:mail|webhook|.*\?token=.*)$/;

async function textsOfTeam({ database: { db } }: Service): Promise<ReadonlyMap<string, string>> {
	const found = new Map<string, string>();
	const shown = new Set<string>();
	for (const [table, { columns }] of Object.entries(TABLES)) {
		const rows = await db
			.selectFrom(table as keyof typeof TABLES)
			.selectAll()
			.execute();
		for (const row of rows as Record<string, unknown>[]) {
			for (const column of Object.keys(columns)) {
				const value = row[column];
				if (typeof value !== "string" || value.length < 6 || WORDS.test(value)) continue;
				if (SHOWN[table]?.includes(column)) shown.add(value);
				else found.set(value, `${table}.${column}`);
			}
		}
	}
	// Those on the way to a secret in each of its texts (PlantedTeam.makeSecret) have some of the examples', which our
	// own words have too.
	const examples = JSON.stringify([CREATE_EXAMPLES, CHANNEL_OF]);
	for (const value of found.keys()) if (shown.has(value) || examples.includes(value)) found.delete(value);
	return found;
}

interface Request {
	readonly method?: string;
	readonly path: string;
	readonly fields?: Readonly<Record<string, string>>;
}

/** Requests for each route that needs no sign-in: a new one fails the test until it is here. */
const REQUESTS: Readonly<Record<string, (stage: Stage) => readonly Request[]>> = {
	"GET /calendars/:key": () => [{ path: "/calendars/unknown" }],
	"POST /status/:slug": () => below({ path: "", fields: { password: "a wrong one" } }),
	"POST /status/:slug/subscribe": () =>
		[
			{ path: "/subscribe", fields: { email: "new@reader.example" } },
			{ path: "/subscribe", fields: { email: "known@reader.example" } },
			{ path: "/subscribe", fields: { email: "none" } },
		].flatMap(below),
	"POST /status/:slug/confirm": ({ token }) => below({ path: `/confirm?token=${token("confirm")}`, fields: {} }),
	"POST /status/:slug/subscription": ({ token }) => [
		...below({ path: `/subscription?token=${token("manage")}`, fields: {} }),
		...below({ path: "/subscription?token=unknown", fields: {} }),
	],
	"POST /status/:slug/unsubscribe": () => below({ path: "/unsubscribe?token=unknown", fields: {} }),
	"GET /ping/:key": () => [{ path: "/ping/unknown" }],
	"POST /ping/:key": () => [{ path: "/ping/unknown", fields: {} }],
	"GET /ping/:key/:signal": () => [{ path: "/ping/unknown/start" }],
	"POST /ping/:key/:signal": () => [{ path: "/ping/unknown/fail", fields: {} }],
	"GET /ping/:key/:slug/:signal": () => [{ path: "/ping/unknown/job/start" }],
	"POST /ping/:key/:slug/:signal": () => [{ path: "/ping/unknown/job/fail", fields: {} }],
	"GET /api/push/:token": () => [{ path: "/api/push/unknown?status=up&msg=OK" }],
	"POST /api/push/:token": () => [{ path: "/api/push/unknown", fields: {} }],
	"GET /status/:slug.json": () => below({ path: ".json" }),
	"GET /status/:slug": () => below({ path: "" }),
	"GET /status/:slug/*": (stage) => pathsOf(stage).flatMap((path) => below({ path: `/${path}` })),
	"GET /api/v1/openapi.json": () => [{ path: "/api/v1/openapi.json" }],
	"GET /api/v1/config.schema.json": () => [{ path: "/api/v1/config.schema.json" }],
	"GET /docs": () => [{ path: "/docs" }],
	"GET /internal/domains": () => [
		{ path: "/internal/domains" },
		{ path: "/internal/domains?name=unknown.example" },
		{ path: `/internal/domains?name=${DOMAIN}` },
	],
	"GET /healthz": () => [{ path: "/healthz" }],
	"GET /metrics": () => [{ path: "/metrics" }],
};

/** On the page, also on its domain, and on those that readers must not see. */
function below({ path, ...request }: Request): readonly Request[] {
	const slugs = ["acme", "draft-page", "members-page", "locked-page", "unknown"];
	const here = path.startsWith("/") ? path : `/${path === ".json" ? "status.json" : path}`;
	return [...slugs.map((slug) => `/status/${slug}${path}`), `http://${DOMAIN}${here}`].map((each) => ({
		...request,
		path: each,
	}));
}

/** Everything below a page, with what names something for each that can be named; and what is linked from it. */
function pathsOf({ componentIds, incidentIds, linked, token }: Stage): readonly string[] {
	const named: Readonly<Record<keyof typeof NAMING_FORMS, readonly string[]>> = {
		badge: componentIds.map((id) => `badge/${id}.svg`),
		month: ["history", "history/2025-06", "history/2025-05", "history/2025-13"],
		incident: incidentIds.map((id) => `incidents/${id}`),
	};
	return [
		...VIEWS.keys(),
		...IMAGE_KINDS,
		...COMPONENT_STATES.map((state) => `icon-${state}.svg`),
		...Object.values(named).flat(),
		...["embed.js", "unknown", "api/v2/unknown.json", "incidents/inc_unknown", "badge/cmp_unknown.svg"],
		...["subscribe", `confirm?token=${token("confirm")}`, `subscription?token=${token("manage")}`],
		...[`unsubscribe?token=${token("manage")}`, "confirm?token=unknown"],
		...linked,
	];
}

interface Stage {
	readonly componentIds: readonly string[];
	/** Of all incidents, drafts among them. */
	readonly incidentIds: readonly string[];
	/** What the page links to below itself. */
	readonly linked: readonly string[];
	token(purpose: "confirm" | "manage"): string;
}

test("every route that needs no sign-in is searched", () => {
	const open = ROUTES.filter(([, , scope]) => scope === "open").map(([method, path]) => `${method} ${path}`);
	expect(Object.keys(REQUESTS).toSorted()).toEqual(open.toSorted());
});

test("readers learn nothing of monitors, people, alerts, drafts and errors, before, during and after an outage", {
	timeout: 90_000,
}, async () => {
	await using stack = new AsyncDisposableStack();
	await using mailbox = await aMailbox();
	const received: string[] = [];
	await using receiver = await startHttpTarget(async (request, response) => {
		// The host is the receiver's own.
		received.push(JSON.stringify({ ...request.headers, host: "" }) + (await bodyOf(request)));
		response.end();
	});
	const options = { publicUrl: ORIGIN, linkOrigin: ORIGIN, secret: SECRET, sendMail: async () => null };
	await using service = await startService("sqlite", options);
	const team = new PlantedTeam(service);
	const monitors = await team.makeMonitors();
	await team.makePeople();
	await team.makeAlerts();
	const page = await team.make("/status-pages", {
		name: "Acme for readers",
		slug: "acme",
		isPublished: true,
		headline: "Words for readers",
		footer: "A footer for readers",
		timeZone: "Europe/Berlin",
		autoIncidentAfterMinutes: 1,
		theme: { css: `/* ${team.secret("comment of a style sheet")} */ h1 { letter-spacing: 0 }` },
		password: team.secret("password of a public page"),
		domain: DOMAIN,
		sections: [
			{
				name: "Section for readers",
				components: [
					{ name: "Shop for readers", monitorIds: monitors.map(({ id }) => id), showsResponseTime: true },
					{ name: "Search for readers", description: "Description for readers" },
				],
			},
		],
	});
	const allowed = { id: page.id, domain: DOMAIN, isAllowed: true };
	await onTheCommandLine(service.database, service.team.id, allowDomain, allowed, { now: service.clock.now });
	for (const kind of IMAGE_KINDS) {
		await service.ask("PUT", `/api/v1/status-pages/${page.id}/${kind}`, { rawBody: new Uint8Array(png(32, 32)) });
	}
	const componentIds: string[] = page.sections[0].components.map(({ id }: { id: string }) => id);
	await team.makeDrafts(componentIds[1] ?? "");

	const url = `${receiver.url}${team.secret("address of a webhook")}`;
	await team.make(`/status-pages/${page.id}/subscribers`, { url });
	const rawBody = new URLSearchParams({ email: "known@reader.example" }).toString();
	await service.ask("POST", "/status/acme/subscribe", { key: null, headers: FORM, rawBody });
	const tokens = new LinkTokens(SECRET);
	const known = await service.database.db
		.selectFrom("subscribers")
		.select("public_id")
		.where("address", "=", "known@reader.example")
		.executeTakeFirstOrThrow();
	const token = (purpose: "confirm" | "manage") => tokens.tokenOf(known.public_id, purpose);

	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const mailer = new SubscriberMailer({
		server: mailbox.server,
		dialer,
		mailsPerSecond: null,
		priority: new MailPriority(),
	});
	const now = () => service.clock.now;
	const deps = {
		database: service.database,
		log: pino({ level: "silent" }),
		metrics: createMetrics(),
		now,
		signal: new AbortController().signal,
		sender: {
			mail: mailer.send.bind(mailer),
			webhook: (batch: Parameters<typeof sendNews>[1], signal: AbortSignal) =>
				sendNews({ dialer, userAgent: "Lapwing/test", now }, batch, signal),
			challenge: async () => null,
		},
		linkTokens: tokens,
		secretBox: secretBox(SECRET),
		linkOrigin: ORIGIN,
	};
	/** What Lapwing does by itself. */
	const work = async () => {
		while ((await followAllOutages({ database: service.database, now })) === "more") {}
		await announceAllMaintenance({ database: service.database, now });
		while ((await fanOutNews(deps)) === "more") {}
		for (const way of ["mail", "webhook"] as const) while ((await new DeliverMessages(deps, way).run()) === "more") {}
	};

	const source = pageSource({ database: service.database, publicUrl: ORIGIN, now });
	const folder = await mkdtemp(join(tmpdir(), "lapwing-leaks-"));
	stack.defer(() => rm(folder, { recursive: true, force: true }));
	let senders = 0;
	const searched = new Set<string>();
	const search = async () => {
		// Nothing that is kept in memory is from before a change.
		await service.ask("PUT", `/api/v1/status-pages/${page.id}`, { body: { headline: `Words for readers ${senders}` } });
		const texts = await textsOfTeam(service);
		const look = (where: string, text: string) => {
			// The same refusal of many routes; the id of a request differs.
			const distinct = text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
			if (searched.has(distinct)) return;
			searched.add(distinct);
			expect({ where, found: team.secrets.in(text) }).toEqual({ where, found: null });
			if (DESCRIBES_THE_API.test(where)) return;
			const told = [...texts].filter(([value]) => text.includes(value)).map(([value, from]) => `${from}: ${value}`);
			expect({ where, told }).toEqual({ where, told: [] });
			const ids = text.match(/\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\b/g) ?? [];
			const mayHold = IS_READERS_OWN.test(where) ? /^(?:sp|cmp|inc|upd|mw|nws|msg|sub)_/ : /^(?:sp|cmp|inc|upd|mw)_/;
			expect({ where, ids: ids.filter((id) => !mayHold.test(id)) }).toEqual({ where, ids: [] });
		};
		const front = await service.askAnew("GET", "/status/acme", { key: null });
		const linked = [...front.text.matchAll(/(?:href|src|action)="\/status\/acme\/([^"#]+)/g)].map(
			([, path = ""]) => path,
		);
		expect(linked.length).toBeGreaterThan(8);
		const rows = await service.database.db.selectFrom("incidents").select("public_id").execute();
		const stage = { componentIds, incidentIds: rows.map(({ public_id }) => public_id), linked, token };
		const requests = [
			...Object.entries(REQUESTS).flatMap(([route, of]) =>
				of(stage).map((each) => ({ ...each, method: route.split(" ")[0] ?? "" })),
			),
			// Without a key: refusals.
			...ROUTES.filter(([, , scope]) => scope !== "open").map(([method, path]) => ({
				method,
				path: filled(path, "acme"),
				fields: undefined,
			})),
			{ method: "GET", path: "/nothing", fields: undefined },
			{ method: "PUT", path: "/status/acme", fields: undefined },
		];
		for (const { method, path, fields } of requests) {
			for (const accept of ["text/html", "application/json"]) {
				const body = fields === undefined ? {} : { rawBody: new URLSearchParams(fields).toString() };
				const headers = { accept, ...(fields !== undefined && FORM) };
				senders += 1;
				const asker = service.askFrom(`198.51.100.${senders % 250}`);
				const { text, headers: answered } = await asker(method, path, { key: null, headers, ...body });
				look(`${method} ${path}`, `${text}\n${[...answered].flat().join("\n")}`);
			}
		}
		expect((await exportPages(source, folder)).written).toEqual(["acme"]);
		for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
			const file = join(entry.parentPath, entry.name);
			look(`exported ${file.slice(folder.length)}`, entry.isFile() ? await readFile(file, "utf8") : file);
		}
		for (const { raw, parsed } of mailbox.mails) {
			const { text, html, subject } = await parsed();
			look("mail", `${raw}\n${subject}\n${text}\n${html}`);
		}
		for (const message of received) look("webhook", message);
	};

	await search();
	await service.ask("POST", `/status/acme/confirm?token=${token("confirm")}`, {
		key: null,
		headers: FORM,
		rawBody: "",
	});

	const { id: incidentId } = await team.make("/incidents", {
		title: "Incident for readers",
		components: [{ componentId: componentIds[1], state: "degraded" }],
		updates: [{ body: "Update for readers", status: "identified" }],
	});
	const start = new Date(service.clock.now + 10 * MINUTE_MS).toISOString();
	const end = new Date(service.clock.now + DAY_MS).toISOString();
	const window = { startsAt: start, endsAt: end, monitorIds: [monitors[0]?.id] };
	await team.make("/maintenance-windows", { ...window, name: team.secret("name of an unannounced window") });
	await team.make("/maintenance-windows", {
		...window,
		name: team.secret("name of an announced window"),
		statusPageIds: [page.id],
		publicTitle: "Maintenance for readers",
		publicText: "Text for readers",
	});
	for (let minute = 0; minute < 4; minute++) {
		await team.check(monitors, false);
		service.clock.now += MINUTE_MS;
		await work();
	}
	await search();
	const { text: during } = await service.askAnew("GET", "/status/acme.json", { key: null });
	const { text: atDomain } = await service.ask("GET", `http://${DOMAIN}/`, { key: null });
	expect(atDomain).toContain("Incident for readers");
	// What was to be searched is there: an incident of the outage, one by hand, and maintenance.
	expect(JSON.parse(during)).toMatchObject({
		state: "major_outage",
		maintenance: [{ title: "Maintenance for readers" }],
	});
	expect(JSON.parse(during).incidents.open).toHaveLength(2);
	expect(received.length).toBeGreaterThan(2);
	expect(mailbox.mails.length).toBeGreaterThan(2);

	await service.ask("POST", `/api/v1/incidents/${incidentId}/updates`, {
		body: { body: "Over for readers", status: "resolved" },
	});
	const postmortem = { body: team.secret("postmortem that is not published"), isPublished: false };
	await service.ask("PUT", `/api/v1/incidents/${incidentId}/postmortem`, { body: postmortem });
	for (let minute = 0; minute < 40; minute += 10) {
		await team.check(monitors, true);
		service.clock.now += 10 * MINUTE_MS;
		await work();
	}
	await search();
	expect([searched.size > 80, team.planted > 150]).toEqual([true, true]);
});
