/**
 * The tools that a language model is offered, a row each. Each asks the API as any client does, so scopes, limits and
 * audit events are those of the key. Answers are short, name the page of what they tell of, and mark texts that targets
 * wrote: those are data, never instructions.
 */

import type { Client, components } from "@lapwing/client";
import { isFailure } from "@lapwing/result";
import { z } from "zod";
import { COMMON_SETTINGS } from "../domain/monitors/common-settings.ts";
import { MONITOR_TYPES, STATUSES } from "../domain/monitors/monitor.ts";
import { ownFields } from "../domain/monitors/wanted-monitor.ts";
import { applyConfig, planConfig } from "./config-tools.ts";
import { answered, MAX_ITEMS, Refused, type Tool, tool } from "./tool.ts";

/** Characters of a text that a target wrote. */
const MAX_UNTRUSTED = 500;
const USUAL_ITEMS = 20;

const monitor = z.string().describe("Id of a monitor (`mon_…`), from find_monitors.");
const limit = z.int().min(1).max(MAX_ITEMS).default(USUAL_ITEMS).describe("How many at most.");

const findMonitors = tool({
	title: "Find monitors",
	description:
		"Lists monitors with their present status; those that need attention come first. Start here: other tools take the " +
		"ids that this one answers. Without arguments it lists what the team watches.",
	input: z.object({
		query: z.string().min(1).max(200).optional().describe("Text in the name or the target."),
		status: z.enum(STATUSES).optional(),
		type: z.enum(MONITOR_TYPES).optional(),
		tag: z.string().max(50).optional(),
		limit,
	}),
	scopes: ["monitors:read"],
	reads: true,
	async run({ client, origin }, { query: q, limit: perPage, ...filter }) {
		const query = { ...given({ q, ...filter }), sort: "status" as const, perPage, view: "full" as const };
		const listed = answered(await client.page("/api/v1/monitors", { query }));
		return {
			total: listed.total,
			page: `${origin}/`,
			monitors: listed.items.map((each) => ({
				...{ id: each.id, name: each.name, type: each.type, status: each.status, since: each.statusSince },
				...{ isPaused: each.enabledAt === null, lastCheckedAt: each.lastCheckedAt, tags: each.tags },
				page: `${origin}/monitors/${each.id}`,
			})),
		};
	},
});

const explainOutage = tool({
	title: "Explain an outage",
	description:
		"Says of a monitor's latest outages, or of one of them, when it began and ended, why, how sure that is, what else " +
		"failed of the same cause, who was notified and who has it.",
	input: z.object({
		monitor,
		outage: z.string().optional().describe("Id of one outage (`out_…`). Left out: the latest."),
		limit: z.int().min(1).max(10).default(1),
	}),
	scopes: ["monitors:read"],
	reads: true,
	async run({ client, origin }, { monitor: id, outage, limit: wanted }) {
		const path = { id };
		const query = { perPage: outage === undefined ? wanted : MAX_ITEMS };
		const { items } = answered(await client.page("/api/v1/monitors/{id}/outages", { path, query }));
		const chosen = outage === undefined ? items : items.filter((each) => each.id === outage);
		if (outage !== undefined && chosen.length === 0) {
			throw new Refused(`None of the ${MAX_ITEMS} latest outages of this monitor has the id ${outage}.`);
		}
		return {
			outages: await Promise.all(chosen.map(async (each) => ({ ...told(each), ...(await firstCheckOf(each)) }))),
			page: `${origin}/monitors/${id}`,
		};

		/** The check that the outage began with, explained; nothing when it is not kept any more. */
		async function firstCheckOf({ from }: Outage) {
			const started = Math.floor(Date.parse(from) / 60_000);
			// A check is named by the minute for which it was scheduled, and may have started in the next one.
			for (const minute of [started, started - 1].map(String)) {
				const result = await client.get("/api/v1/monitors/{id}/results/{minute}", { path: { id, minute } });
				if (isFailure(result) || result.data.verdict === "up") continue;
				const { attempts, address, locations, responseStatus, attemptList } = result.data;
				const seen = attemptList.map(({ verdict, reason, phase }) => ({ verdict, reason, phase }));
				return { firstCheck: { attempts, seen, address, locations: seenFrom(locations), responseStatus } };
			}
			return {};
		}
	},
});

type Outage = components["schemas"]["Outage"];

/** What each location saw; what the target wrote is marked as the rest of it. */
function seenFrom(locations: readonly components["schemas"]["LocationResult"][] | null) {
	return locations?.map(({ message, ...seen }) => ({ ...seen, fromTarget: untrusted(message) }));
}

function told({ message, notified, ...outage }: Outage) {
	const alerts = notified.map(({ alertName, at }) => ({ alertName, at }));
	return { ...outage, fromTarget: untrusted(message), notified: alerts };
}

const getResults = tool({
	title: "Get check results",
	description:
		"The latest checks of a monitor with verdict, status, response time and the time of each phase in milliseconds. A " +
		"missed check says nothing about the target: Lapwing could not make it.",
	input: z.object({ monitor, limit }),
	scopes: ["monitors:read"],
	reads: true,
	async run({ client, origin }, { monitor: id, limit: perPage }) {
		const asked = { path: { id }, query: { perPage } };
		const { items } = answered(await client.page("/api/v1/monitors/{id}/results", asked));
		return {
			results: items.map(({ id, message, createdAt, completedAt, machine, locations, ...result }) => ({
				at: new Date(completedAt ?? createdAt).toISOString(),
				...result,
				locations: seenFrom(locations),
				fromTarget: untrusted(message),
			})),
			page: `${origin}/monitors/${id}`,
		};
	},
});

const tryCheck = tool({
	title: "Try a check",
	description:
		"Makes one check now, records nothing and notifies nobody: of an existing monitor with its present settings, or of " +
		"a URL. Use it to see whether something still fails.",
	input: z.object({
		monitor: monitor.optional(),
		url: z.url().optional().describe("An http or https address, instead of a monitor."),
		location: z.string().optional().describe("Where to check from. Default: the monitor's first location."),
	}),
	scopes: ["monitors:read", "monitors:write"],
	reads: false,
	async run({ client, origin }, { monitor: id, url, location }) {
		if ((id === undefined) === (url === undefined)) throw new Refused("Give either a monitor or a url.");
		const settings = id === undefined ? { name: "A try", url } : await settingsOf(client, id);
		const body = location === undefined ? settings : { ...settings, location };
		const tried = answered(await client.post("/api/v1/monitors/try", { body: body as TryBody }));
		const { message, certificate, steps, ...result } = tried;
		// A URL alone has no page.
		return { ...result, fromTarget: untrusted(message), ...(id !== undefined && { page: `${origin}/monitors/${id}` }) };
	},
});

type TryBody = components["schemas"]["MonitorTry"];

/** The body that tries a monitor as it is; its secrets are those that are stored. */
async function settingsOf(client: Client, id: string): Promise<object> {
	const found = answered(await client.get("/api/v1/monitors/{id}", { path: { id }, query: { view: "full" } }));
	const checks = answered(await client.page("/api/v1/monitors/{id}/content-checks", { path: { id } })).items;
	const own = { ...COMMON_SETTINGS, ...ownFields(found.type), type: null };
	const settings = Object.entries(found).filter(([name]) => Object.hasOwn(own, name));
	const contentChecks = checks
		.filter(({ isEnabled }) => isEnabled)
		.map(({ id, monitorId, isEnabled, createdAt, updatedAt, ...check }) => check);
	return { ...Object.fromEntries(settings), monitorId: id, ...(contentChecks.length > 0 && { contentChecks }) };
}

const acknowledge = tool({
	title: "Acknowledge an outage",
	description:
		"Tells the team that somebody has it: reminders and escalation of the outage's cause end. Ask the person before " +
		"you do this in their name.",
	input: z.object({ outage: z.string().describe("Id of an outage (`out_…`), from explain_outage.") }),
	scopes: ["outages:write"],
	reads: false,
	async run({ client, origin }, { outage: id }) {
		const outage = answered(await client.post("/api/v1/outages/{id}/acknowledge", { path: { id } }));
		return { ...outage, page: `${origin}/monitors/${outage.monitor.id}` };
	},
});

const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;

const updateIncident = tool({
	title: "Open or update an incident",
	description:
		"Writes to the people who read status pages: posts an update of an incident, or opens one when no incident is " +
		"given. Subscribers are mailed. A new incident is a draft, which nobody sees, unless `publish` is true. Show the " +
		"person the text before you send it.",
	input: z.object({
		incident: z.string().optional().describe("Id of an incident (`inc_…`). Left out: a new one is opened."),
		title: z.string().max(255).optional().describe("Of a new incident."),
		status: z.enum(INCIDENT_STATUSES),
		text: z.string().min(1).max(5_000).describe("For the readers of status pages, in Markdown."),
		publish: z.boolean().default(false).describe("Of a new incident: shown and mailed at once."),
	}),
	scopes: ["incidents:read", "incidents:write"],
	reads: false,
	async run({ client, origin }, { incident: id, title, status, text, publish }) {
		if (id !== undefined) {
			const asked = { path: { id }, body: { status, body: text } };
			const { id: updateId } = answered(await client.post("/api/v1/incidents/{id}/updates", asked));
			return { incident: id, updateId, page: `${origin}/incidents/${id}` };
		}
		if (title === undefined) throw new Refused("A new incident needs a title.");
		const body = { title, isDraft: !publish, updates: [{ status, body: text }] };
		const made = answered(await client.post("/api/v1/incidents", { body }));
		return { incident: made.id, isDraft: !publish, page: `${origin}/incidents/${made.id}` };
	},
});

export const TOOLS: Readonly<Record<string, Tool>> = {
	find_monitors: findMonitors,
	explain_outage: explainOutage,
	get_results: getResults,
	try_check: tryCheck,
	acknowledge,
	update_incident: updateIncident,
	plan_config: planConfig,
	apply_config: applyConfig,
};

/** A text that a target wrote, cut; null stays null. */
function untrusted(text: string | null): string | null {
	if (text === null || text.length <= MAX_UNTRUSTED) return text;
	return `${text.slice(0, MAX_UNTRUSTED - 1)}…`;
}

function given<Members extends object>(members: Members) {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
