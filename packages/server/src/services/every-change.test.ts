import { expect, test } from "vitest";
import { png } from "../domain/status-pages/testing/images.ts";
import { failOnce } from "../http/testing/paths.ts";
import { aMember } from "../http/testing/people.ts";
import { type Service, startService } from "../http/testing/service.ts";
import { onEachEngine } from "../storage/testing/engines.ts";

interface AuditEvent {
	readonly action: string;
	readonly objectType: string;
	readonly objectName: string | null;
	readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** The events as lines, the oldest first, with the kind of an id in its place. */
async function eventsOf(service: Service): Promise<string[]> {
	const { json } = await service.ask("GET", "/api/v1/audit-events?perPage=200");
	const lines = json.data.auditEvents.map(({ action, objectType, objectName, changes }: AuditEvent) => {
		const changed = changes.map(({ field, before, after }) => {
			const values = [before, after].filter((value) => value !== null).map((value) => JSON.stringify(value));
			return `${field} ${values.join(" → ")}`;
		});
		return [`${action} ${objectType} ${objectName}`, ...changed].join(", ");
	});
	const plain = (line: string) => line.replace(/\b([a-z]+)_[0-9a-z]{26}\b/g, "$1").replace(/"lw_[^"]*"/g, '"lw"');
	return lines.map(plain).reverse();
}

async function changeEverything(service: Service): Promise<void> {
	const { ask } = service;
	const people = async () => [
		(await aMember(service, "editor")).user.publicId,
		(await aMember(service, "viewer")).user.publicId,
	];

	const call = async (method: string, path: string, body?: object) => {
		const { status, json, text } = await ask(
			method,
			`/api/v1${path}`,
			body instanceof Uint8Array ? { rawBody: new Uint8Array(body) } : body === undefined ? {} : { body },
		);
		if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
		return json?.data;
	};
	const make = async (path: string, body: object) => `${path}/${(await call("POST", path, body)).id}`;
	const idOf = (path: string) => path.split("/").at(-1);

	const auth = { type: "bearer", token: "a-token" };
	const monitor = await make("/monitors", { name: "Shop", url: "https://example.com/", request: { auth } });
	await call("PUT", monitor, { name: "The shop", request: { auth: { ...auth, token: "another" } } });
	const job = await make("/monitors", { type: "cron", name: "Backup", every: 3600 });
	await call("POST", `${job}/ping-url`);
	await call("POST", "/monitors/bulk", { ids: [idOf(job)], action: "pause" });
	await call("DELETE", job);
	await failOnce(service, service.key, idOf(monitor) ?? "");
	const [outage] = (await call("GET", "/outages")).outages;
	await call("POST", `/outages/${outage.id}/acknowledge`);
	await call("POST", `/outages/${outage.id}/snooze`, { minutes: 30 });
	const check = await make(`${monitor}/content-checks`, { type: "contains", value: "Welcome" });
	await call("DELETE", check);

	const webhook = { type: "webhook", url: "https://example.com/" };
	const alert = await make("/alerts", { name: "On call", channel: webhook, monitorIds: [idOf(monitor)] });
	await call("PUT", alert, { channel: { ...webhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" } });
	await call("DELETE", alert);

	const page = await make("/status-pages", { name: "Public", slug: "public" });
	const sections = [{ name: "", components: [{ name: "Shop", monitorIds: [idOf(monitor)] }] }];
	await call("PUT", page, { slug: "status", sections });
	await call("PUT", page, { theme: { scheme: "dark" }, access: "password", password: "open-sesame-7" });
	await call("PUT", page, { password: "another-word-8", domain: "status.example.com" });
	await call("PUT", `${page}/logo`, new Uint8Array(png(8, 8)));
	await call("DELETE", `${page}/logo`);
	const template = { title: "{{component}} is slow", body: "We look.", status: "investigating" };
	const templates = await make("/incident-templates", { name: "Slow", ...template });
	await call("PATCH", templates, { name: "Slow answers" });
	await call("DELETE", templates);
	const incident = await make("/incidents", { title: "Orders fail", statusPageIds: [idOf(page)], isDraft: true });
	await call("POST", `${incident}/approve`, {});
	await call("PUT", `${incident}/postmortem`, { body: "A disk." });
	await call("PUT", `${incident}/postmortem`, { body: "Two disks." });
	await call("DELETE", `${incident}/postmortem`);
	await call("PATCH", incident, { impact: "major" });
	const update = await make(`${incident}/updates`, { body: "We look", status: "identified" });
	await call("PATCH", update, { body: "We looked" });
	await call("DELETE", update);
	await call("DELETE", incident);
	await call("DELETE", page);

	const times = { startsAt: "2025-06-15T11:00:00Z", endsAt: "2025-06-15T13:00:00Z" };
	const window = await make("/maintenance-windows", { name: "Upgrade", ...times });
	await call("PUT", window, { name: "Downgrade" });
	await call("POST", `${window}/end`);
	await call("DELETE", window);

	const [ada, bob] = await people();
	const layer = { people: [ada, bob], timeZone: "Europe/Berlin", startsOn: "2025-06-09" };
	const schedule = await make("/schedules", { name: "Core", layers: [layer] });
	await call("PUT", schedule, { name: "Core team" });
	const swap = { date: "2025-06-15", insteadOf: ada, person: bob };
	const { id: override } = await call("POST", `${schedule}/overrides`, swap);
	await call("DELETE", `${schedule}/overrides/${override}`);
	await call("POST", `${schedule}/calendar`);
	await call("DELETE", `${schedule}/calendar`);
	await call("DELETE", schedule);

	await make("/probers", { name: "one", location: "frankfurt" });
	const [{ id: locationId }] = (await call("GET", "/locations")).locations;
	await call("PATCH", `/locations/${locationId}`, { label: "Frankfurt", hint: "weur" });
	await call("DELETE", `/locations/${locationId}`);

	const key = await make("/keys", { name: "CI", scopes: ["monitors:read"] });
	await call("DELETE", key);
	await call("PATCH", "/team", { name: "Acme" });
	await call("POST", "/backfill-daily-stats");
}

onEachEngine("every change of a team", (name) => {
	test("is recorded once, with what it changed and without its secrets", async () => {
		await using service = await startService(name);
		await changeEverything(service);
		expect(await eventsOf(service)).toEqual(EVENTS);
	});
});

const EVENTS: readonly string[] = [
	'create monitor Shop, type "http", name "Shop", url "https://example.com/", method "HEAD", expectedStatus 200, tags [], intervalSeconds 60, degradedAfterMs 5000, timeoutSeconds 10, locationHint "wnam", sslMonitoringEnabled true, sslExpiryWarningDays 30, locations [], downWhen "majority", fallback false, importance "normal", dependsOn [], enabled true, request.headers [], request.auth.type "bearer", target "https://example.com/", status "pending"',
	'update monitor Shop, name "Shop" → "The shop", request "••••" → "••••"',
	'create monitor Backup, type "cron", name "Backup", timeZone "UTC", every 3600, graceSeconds 300, tags [], intervalSeconds 60, degradedAfterMs 5000, timeoutSeconds 10, locationHint "wnam", sslMonitoringEnabled true, sslExpiryWarningDays 30, locations [], downWhen "majority", fallback false, importance "normal", dependsOn [], enabled true, target "every 1 h", pingUrl "••••", status "pending"',
	"renew ping-url Backup",
	'pause monitors null, ids ["mon"], action "pause", count 1',
	'delete monitor Backup, name "Backup", type "cron", timeZone "UTC", every 3600, graceSeconds 300, target "every 1 h", pingUrl "••••", tags [], intervalSeconds 60, degradedAfterMs 5000, timeoutSeconds 10, locationHint "wnam", sslMonitoringEnabled true, sslExpiryWarningDays 30, locations [], downWhen "majority", fallback false, importance "normal", dependsOn [], status "pending", enabled false',
	'acknowledge outage The shop, acknowledgedAt "2025-06-15T12:00:00.000Z", cause "cau"',
	'snooze outage The shop, snoozedUntil "2025-06-15T12:30:00.000Z", cause "cau"',
	'create content check Welcome, type "contains", value "Welcome", caseSensitive false, isEnabled true, monitorId "mon"',
	'delete content check Welcome, monitorId "mon", type "contains", value "Welcome", caseSensitive false, isEnabled true',
	'create alert On call, name "On call", monitorIds ["mon"], minimumImportance "low", events ["down","degraded","up","blind","certificate"], cooldownMinutes 10, dailyCap 100, failureThreshold 1, timeZone "UTC", groupsByCause true, isEnabled true, channel.type "webhook", channel.url "••••", channel.secret "••••"',
	'update alert On call, channel.secret "••••" → "••••"',
	'delete alert On call, name "On call", channel.type "webhook", channel.url "••••", monitorIds ["mon"], minimumImportance "low", events ["down","degraded","up","blind","certificate"], cooldownMinutes 10, dailyCap 100, failureThreshold 1, timeZone "UTC", groupsByCause true, isEnabled true',
	'create status page Public, name "Public", slug "public", isPublished false, access "public", allowsIndexing false, headline "", footer "", theme.scheme "auto", theme.css "", locale "en", timeZone "UTC", days 90, showsUptime true, autoIncidentNeedsApproval false, hasPassword false, sections [], monitorIds []',
	'update status page Public, slug "public" → "status", sections [] → [{"name":"","components":[{"id":"cmp","name":"Shop","description":"","monitorIds":["mon"],"showsUptime":true,"showsResponseTime":false}]}]',
	'update status page Public, access "public" → "password", theme.scheme "auto" → "dark", password "••••" → "••••"',
	'update status page Public, domain "status.example.com", password "••••" → "••••"',
	'update status page Public, logo.width 8, logo.height 8, logo.hash "9wHHasf7aESQxcL8", logo.type "image/png", logo.size 69',
	'update status page Public, logo.width 8, logo.height 8, logo.hash "9wHHasf7aESQxcL8", logo.type "image/png", logo.size 69',
	'create incident template Slow, name "Slow", title "{{component}} is slow", body "We look.", status "investigating"',
	'update incident template Slow, name "Slow" → "Slow answers"',
	'delete incident template Slow answers, name "Slow answers", title "{{component}} is slow", body "We look.", status "investigating"',
	'create incident Orders fail, title "Orders fail", impact "minor", components [], statusPageIds ["sp"], isBackdated false, isDraft true, notifySubscribers true, updates [], isImpactDerived true, status "investigating", startedAt "2025-06-15T12:00:00.000Z", isFromOutage false, followsOutages false',
	"approve incident Orders fail, isDraft true → false",
	'create postmortem Orders fail, body "A disk."',
	'update postmortem Orders fail, body "A disk." → "Two disks."',
	'delete postmortem Orders fail, body "Two disks."',
	'update incident Orders fail, impact "minor" → "major"',
	'create incident update null, body "We look", status "identified", notifySubscribers true, incidentId "inc", at "2025-06-15T12:00:00.000Z"',
	'update incident update null, body "We look" → "We looked"',
	'delete incident update null, incidentId "inc", body "We looked", status "identified", at "2025-06-15T12:00:00.000Z", notifySubscribers true',
	'delete incident Orders fail, title "Orders fail", impact "major", isImpactDerived false, status "identified", components [], statusPageIds ["sp"], startedAt "2025-06-15T12:00:00.000Z", isBackdated false, isDraft false, isFromOutage false, followsOutages false',
	'delete status page Public, name "Public", slug "status", isPublished false, access "password", allowsIndexing false, headline "", footer "", theme.scheme "dark", theme.css "", locale "en", timeZone "UTC", days 90, showsUptime true, autoIncidentNeedsApproval false, hasPassword true, domain "status.example.com", sections [{"name":"","components":[{"id":"cmp","name":"Shop","description":"","monitorIds":["mon"],"showsUptime":true,"showsResponseTime":false}]}], monitorIds ["mon"]',
	'create maintenance window Upgrade, name "Upgrade", startsAt "2025-06-15T11:00:00.000Z", endsAt "2025-06-15T13:00:00.000Z", activeUntil "2025-06-15T13:00:00.000Z", statusPageIds [], publicText "", announceHoursBefore 24',
	'update maintenance window Upgrade, name "Upgrade" → "Downgrade"',
	'end maintenance window Downgrade, endsAt "2025-06-15T13:00:00.000Z" → "2025-06-15T12:00:00.000Z", activeUntil "2025-06-15T13:00:00.000Z"',
	'delete maintenance window Downgrade, name "Downgrade", startsAt "2025-06-15T11:00:00.000Z", endsAt "2025-06-15T12:00:00.000Z", statusPageIds [], publicText "", announceHoursBefore 24',
	'create schedule Core, name "Core", layers [{"name":"","people":["usr","usr"],"turnUnit":"weeks","turnLength":1,"handOverTime":"09:00","timeZone":"Europe/Berlin","startsOn":"2025-06-09","weekdays":null,"until":null}]',
	'update schedule Core, name "Core" → "Core team"',
	'add-override schedule Core team, date "2025-06-15", insteadOf "usr", person "usr"',
	'remove-override schedule Core team, date "2025-06-15", insteadOf "usr", person "usr"',
	"renew-calendar schedule Core team",
	"remove-calendar schedule Core team",
	'delete schedule Core team, name "Core team", layers [{"name":"","people":["usr","usr"],"turnUnit":"weeks","turnLength":1,"handOverTime":"09:00","timeZone":"Europe/Berlin","startsOn":"2025-06-09","weekdays":null,"until":null}]',
	'create prober one, name "one", location "frankfurt", owner "team", state "away"',
	'update location frankfurt, label "frankfurt" → "Frankfurt", hint "weur"',
	'delete prober one, name "one", location "frankfurt", owner "team", state "away"',
	'delete location frankfurt, name "frankfurt", label "Frankfurt", hint "weur", allowsPrivateTargets true',
	'create key CI, name "CI", scopes ["monitors:read"], prefix "lw"',
	'revoke key CI, name "CI", scopes ["monitors:read"], prefix "lw"',
	'update team acme, name "acme" → "Acme"',
	'request backfill null, status "queued"',
];
