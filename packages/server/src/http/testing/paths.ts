/**
 * Real paths for the routes of the table: creates the resources that a path's ids identify. A new resource adds a row
 * here; tests over all routes then cover it.
 */

import { randomUUID } from "node:crypto";
import type { Member } from "../../domain/access/user.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { png } from "../../domain/status-pages/testing/images.ts";
import { addMember } from "../../storage/access/members.ts";
import { teamBySlug } from "../../storage/access/teams.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import { locationFor } from "../../storage/locations/locations.ts";
import { insertProber } from "../../storage/locations/probers.ts";
import { findMonitor } from "../../storage/monitors/monitors.ts";
import { anOutcome, downObservation } from "../../storage/testing/fixtures.ts";
import { aUser } from "./people.ts";
import type { Service } from "./service.ts";

type Creator = (service: Service, key: string) => Promise<Record<string, string>>;

/** Slugs are unique in a team. */
let pagesCreated = 0;

/** Of paths that answer nothing without one. */
const NEEDED_QUERIES: Readonly<Record<string, string>> = { "/probe": "?target=shop.example" };

/** By the path that ends with the id of the created resource. */
const CREATORS: Readonly<Record<string, Creator>> = {
	"/api/v1/monitors/:id": async (service, key) => ({ id: (await service.newMonitor({}, key)).id }),
	// Without its token, for which there would have to be a NATS server.
	"/api/v1/probers/:id": async (service, key) => {
		const location = await newLocation(service, key);
		const id = newPublicId("pro");
		const prober = { publicId: id, name: "one", natsUser: id, publicKey: "key" };
		await insertProber(service.database, location.id, prober, service.clock.now);
		return { id };
	},
	"/api/v1/locations/:id": async (service, key) => ({ id: (await newLocation(service, key)).publicId }),
	"/api/v1/monitors/:id/content-checks/:checkId": async (service, key) => {
		const { id } = await service.newMonitor({}, key);
		const body = { type: "contains", value: "Welcome" };
		const { json } = await service.ask("POST", `/api/v1/monitors/${id}/content-checks`, { key, body });
		return { id, checkId: json.data.id };
	},
	"/api/v1/monitors/:id/pings": async (service, key) => ({ id: (await newJob(service, key)).id }),
	"/api/v1/monitors/:id/pings/:pingId": async (service, key) => {
		const { id, pingUrl } = await newJob(service, key);
		await service.ask("POST", new URL(pingUrl).pathname, { key: null, rawBody: "done" });
		const { json } = await service.ask("GET", `/api/v1/monitors/${id}/pings`, { key });
		return { id, pingId: json.data.pings[0].id };
	},
	"/ping/:key": async (service, key) => ({ key: pingKey(await newJob(service, key)) }),
	"/ping/:key/:signal": async (service, key) => ({ key: pingKey(await newJob(service, key)), signal: "start" }),
	"/api/push/:token": async (service, key) => {
		const kumaToken = randomUUID();
		await newJob(service, key, { importedAddresses: { kumaToken } });
		return { token: kumaToken };
	},
	"/api/v1/monitors/:id/ping-url": async (service, key) => ({ id: (await newJob(service, key)).id }),
	"/api/v1/monitors/:id/results/:minute": async (service, key) => {
		const { id } = await service.newMonitor({}, key);
		const { json } = await service.ask("GET", "/api/v1/team", { key });
		const team = await teamBySlug(service.database, json.data.slug);
		const monitor = team && (await findMonitor(service.database, team.id, id, service.clock.now));
		if (!monitor) throw new Error("No monitor");
		const minute = minuteOf(service.clock.now);
		await recordChecks(service.database, [anOutcome(monitor.id, minute)], service.clock.now);
		return { id, minute: String(minute) };
	},
	"/api/v1/status-pages/:id/subscribers/:subscriberId": async (service, key) => {
		pagesCreated += 1;
		const page = { name: "Subscribed", slug: `subscribed-${pagesCreated}` };
		const made = await service.ask("POST", "/api/v1/status-pages", { key, body: page });
		const { id } = made.json.data;
		const body = { url: "https://example.com/hooks/status" };
		const { json } = await service.ask("POST", `/api/v1/status-pages/${id}/subscribers`, { key, body });
		return { id, subscriberId: json.data.id };
	},
	"/api/v1/keys/:id": async (service, key) => {
		const body = { name: "CI", scopes: ["monitors:read"] };
		const { json } = await service.ask("POST", "/api/v1/keys", { key, body });
		return { id: json.data.id };
	},
	"/api/v1/members/:id": async (service, key) => {
		return { id: (await newMember(service, key)).publicId };
	},
	"/api/v1/invitations/:id": async (service, key) => {
		const body = { email: `${randomUUID()}@example.com`, role: "viewer" };
		const { json } = await service.ask("POST", "/api/v1/invitations", { key, body });
		return { id: json.data.id };
	},
	"/api/v1/alerts/:id": async (service, key) => {
		const channel = { type: "email", to: ["on-call@example.com"] };
		const { json } = await service.ask("POST", "/api/v1/alerts", { key, body: { name: "On call", channel } });
		return { id: json.data.id };
	},
	"/api/v1/maintenance-windows/:id": async (service, key) => {
		const body = { name: "Upgrade", startsAt: "2025-07-01T22:00:00Z", endsAt: "2025-07-01T23:00:00Z" };
		const { json } = await service.ask("POST", "/api/v1/maintenance-windows", { key, body });
		return { id: json.data.id };
	},
	"/api/v1/incidents/:id": async (service, key) => ({ id: await newIncident(service, key) }),
	"/api/v1/incidents/:id/updates/:updateId": async (service, key) => {
		const id = await newIncident(service, key);
		const body = { body: "We are looking into it.", status: "investigating" };
		const { json } = await service.ask("POST", `/api/v1/incidents/${id}/updates`, { key, body });
		return { id, updateId: json.data.id };
	},
	"/api/v1/outages/:id": async (service, key) => {
		const { id } = await service.newMonitor({}, key);
		await failOnce(service, key, id);
		const { json } = await service.ask("GET", `/api/v1/monitors/${id}/outages`, { key });
		return { id: json.data.outages[0].id };
	},
	"/api/v1/schedules/:id": async (service, key) => ({ id: (await newSchedule(service, key)).id }),
	"/api/v1/schedules/:id/overrides/:overrideId": async (service, key) => {
		const { id, people } = await newSchedule(service, key);
		const body = { date: "2025-06-20", insteadOf: people[0], person: people[1] };
		const { json } = await service.ask("POST", `/api/v1/schedules/${id}/overrides`, { key, body });
		return { id, overrideId: json.data.id };
	},
	"/calendars/:key": async (service, key) => {
		const { id } = await newSchedule(service, key);
		const { json } = await service.ask("POST", `/api/v1/schedules/${id}/calendar`, { key });
		return { key: new URL(json.data.url).pathname.split("/").at(-1) ?? "" };
	},
	"/api/v1/incidents/:id/postmortem": async (service, key) => {
		const id = await newIncident(service, key);
		await service.ask("PUT", `/api/v1/incidents/${id}/postmortem`, { key, body: { body: "A disk was full." } });
		return { id };
	},
	"/api/v1/incident-templates/:id": async (service, key) => {
		const body = { name: "Slow", title: "{{component}} is slow", body: "We are looking into it." };
		const { json } = await service.ask("POST", "/api/v1/incident-templates", { key, body });
		return { id: json.data.id };
	},
	"/api/v1/status-pages/:id": async (service, key) => ({ id: await newStatusPage(service, key) }),
	"/status/:slug": async (service, key) => ({ slug: (await newPublicPage(service, key)).slug }),
	"/status/:slug.json": async (service, key) => ({ slug: (await newPublicPage(service, key)).slug }),
	"/api/v1/status-pages/:id/check-domain": async (service, key) => {
		const id = await newStatusPage(service, key);
		await service.ask("PUT", `/api/v1/status-pages/${id}`, { key, body: { domain: `${id.slice(3)}.example.com` } });
		return { id };
	},
	"/api/v1/status-pages/:id/logo": async (service, key) => ({ id: await newPageWith(service, key, "logo") }),
	"/api/v1/status-pages/:id/icon": async (service, key) => ({ id: await newPageWith(service, key, "icon") }),
};

async function newLocation({ ask, database, clock }: Service, key: string) {
	const team = await teamBySlug(database, (await ask("GET", "/api/v1/team", { key })).json.data.slug);
	if (!team) throw new Error("No team");
	return locationFor(database, team.id, "frankfurt", clock.now);
}

async function newStatusPage(service: Service, key: string): Promise<string> {
	return (await newPublicPage(service, key, false)).id;
}

async function newPublicPage(service: Service, key: string, isPublished = true): Promise<{ id: string; slug: string }> {
	pagesCreated += 1;
	const body = { name: "Public", slug: `page-${pagesCreated}`, isPublished };
	const { json } = await service.ask("POST", "/api/v1/status-pages", { key, body });
	return json.data;
}

async function newPageWith(service: Service, key: string, kind: "logo" | "icon"): Promise<string> {
	const id = await newStatusPage(service, key);
	await service.ask("PUT", `/api/v1/status-pages/${id}/${kind}`, { key, rawBody: new Uint8Array(png(8, 8)) });
	return id;
}

async function newIncident(service: Service, key: string): Promise<string> {
	const { json } = await service.ask("POST", "/api/v1/incidents", { key, body: { title: "Orders can't be placed" } });
	return json.data.id;
}

/** A check of the monitor that is down. */
export async function failOnce(service: Service, key: string, id: string): Promise<void> {
	const { json } = await service.ask("GET", "/api/v1/team", { key });
	const team = await teamBySlug(service.database, json.data.slug);
	const monitor = team && (await findMonitor(service.database, team.id, id, service.clock.now));
	if (!monitor) throw new Error("No monitor");
	const states = service.database.db
		.selectFrom("monitor_states")
		.select("revision")
		.where("monitor_id", "=", monitor.id);
	const { revision } = await states.executeTakeFirstOrThrow();
	const outcome = anOutcome(monitor.id, minuteOf(service.clock.now), downObservation, { revision });
	await recordChecks(service.database, [outcome], service.clock.now);
}

async function newMember(service: Service, key: string): Promise<Member> {
	const { json } = await service.ask("GET", "/api/v1/team", { key });
	const team = await teamBySlug(service.database, json.data.slug);
	if (!team) throw new Error("No team");
	const user = await aUser(service);
	const member = await addMember(service.database, { teamId: team.id, user, role: "viewer" }, service.clock.now);
	if (!member) throw new Error("A new user is a member");
	return member;
}

async function newSchedule(service: Service, key: string): Promise<{ id: string; people: readonly string[] }> {
	const known = (await service.ask("GET", "/api/v1/schedules/people", { key })).json.data.people as { id: string }[];
	const people = known.slice(0, 2).map(({ id }) => id);
	while (people.length < 2) people.push((await newMember(service, key)).user.publicId);
	const layers = [{ people, timeZone: "Europe/Berlin", startsOn: "2025-06-09" }];
	const { json } = await service.ask("POST", "/api/v1/schedules", { key, body: { name: "Core", layers } });
	return { id: json.data.id, people };
}

async function newJob(service: Service, key: string, settings: object = {}): Promise<{ id: string; pingUrl: string }> {
	const body = { type: "cron", name: "Backup", schedule: "0 2 * * *", ...settings };
	return (await service.ask("POST", "/api/v1/monitors", { key, body })).json.data;
}

function pingKey({ pingUrl }: { pingUrl: string }): string {
	return new URL(pingUrl).pathname.split("/").at(-1) ?? "";
}

/** Whether a path contains an id. */
export function hasIds(path: string): boolean {
	return path.includes("/:");
}

/** `path` with the ids of new resources, created with `key`. Throws for a resource without a row above. */
export async function realPath(service: Service, path: string, key: string): Promise<string> {
	if (!hasIds(path)) return `${path}${NEEDED_QUERIES[path] ?? ""}`;
	const prefix = Object.keys(CREATORS)
		.filter((each) => path === each || path.startsWith(`${each}/`))
		.sort((one, other) => other.length - one.length)[0];
	const make = prefix === undefined ? undefined : CREATORS[prefix];
	if (!make) throw new Error(`Say in ${import.meta.filename} how to make what ${path} names`);
	return filled(path, await make(service, key));
}

/** `path` with the given ids, or with `id` for each of them. */
export function filled(path: string, ids: Readonly<Record<string, string>> | string): string {
	return path.replaceAll(/:(\w+)/g, (_, name: string) => (typeof ids === "string" ? ids : (ids[name] ?? "")));
}
