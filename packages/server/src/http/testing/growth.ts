/**
 * What each operation of the OpenAPI document costs on houses of several sizes: whether it grows with its answer or
 * with the house. Used by a test (../growth.test.ts) and by bench/growth.ts.
 */

import { generateHistory } from "../../cli/demo/demo-play.ts";
import { makeStory } from "../../cli/demo/demo-story.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { secretBox } from "../../storage/database/secret-box.ts";
import type { Json } from "./documented.ts";
import { filled, hasIds, realPath } from "./paths.ts";
import type { Service } from "./service.ts";

/** Of one request. */
interface Cost {
	/** Of this process, the least of some runs, milliseconds. */
	readonly cpuMs: number;
	/** Of the first one, at an API that was started for it; on PostgreSQL without what the server itself spends. */
	readonly coldMs: number;
	/** Of the answer. */
	readonly bytes: number;
}

interface House {
	readonly monitors: number;
	readonly days: number;
}

/** An operation with its query, as "GET /api/v1/monitors?view=full". */
type Variant = string;

/** What was measured, and with what answer the others were refused. */
export interface Sweep {
	readonly costs: ReadonlyMap<Variant, Cost>;
	readonly refused: ReadonlyMap<Variant, number>;
}

/** At two days of history: a report's month, which ended the day before, has a day of it. */
export const NOW = Date.UTC(2025, 5, 2, 12);

/** Fills the team of `service` with monitors of all types, their history until now, alerts, incidents and a page. */
export async function fill({ database, team, clock }: Service, { monitors: count, days }: House): Promise<void> {
	const box = secretBox(new Uint8Array(32).fill(7));
	const [port, now] = [7171, clock.now];
	const from = now - days * DAY_MS;
	const { monitors } = await generateHistory(database.repeatable, {
		team,
		place: { port, canPing: true },
		count,
		from,
		now,
		box,
	});
	await makeStory(database, { team, monitorIds: monitors.map(({ publicId }) => publicId), port, box, now });
}

/** Measures each operation with each value of each parameter that has a list of values, `runs` times. */
export async function sweep(service: Service, runs: number, only: (variant: Variant) => boolean = () => true) {
	const { json: document } = await service.ask("GET", "/api/v1/openapi.json", { key: null });
	const present = await presentIds(service);
	const costs = new Map<Variant, Cost>();
	const refused = new Map<Variant, number>();
	for (const [path, operations] of Object.entries<Json>(document.paths)) {
		for (const [method, operation] of Object.entries<Json>(operations)) {
			if (!isOfTeam(path, operation)) continue;
			for (const query of queriesOf(document, operation)) {
				const variant = `${method.toUpperCase()} ${path}${query}`;
				if (!only(variant)) continue;
				const body = exampleOf(operation);
				const at = () => (method === "get" ? pathTo(service, path, present) : made(service, path));
				const cost = await costOf(service, { method: method.toUpperCase(), at, query, body, runs });
				if (typeof cost === "number") refused.set(variant, cost);
				else costs.set(variant, cost);
			}
		}
	}
	return { costs, refused } satisfies Sweep;
}

/** Those that grew more than `most` times as fast as their answers, to more than `leastMs`. */
export function grown(
	[small, large]: readonly [Sweep, Sweep],
	{ most, leastMs }: { readonly most: number; readonly leastMs: number },
): Map<Variant, string> {
	const found = new Map<Variant, string>();
	for (const [variant, { cpuMs, bytes }] of large.costs) {
		const before = small.costs.get(variant);
		if (!before || cpuMs < leastMs) continue;
		const factor = cpuMs / Math.max(before.cpuMs, MEASURABLE_MS) / Math.max(1, bytes / before.bytes);
		if (factor > most) found.set(variant, `${before.cpuMs.toFixed(1)} → ${cpuMs.toFixed(1)} ms`);
	}
	return found;
}

/** Below it, a request is the noise of the machine. */
const MEASURABLE_MS = 0.3;

/** Whose requests are of a team: without those of a person, those that sign somebody in, and streams. */
function isOfTeam(path: string, operation: Json): boolean {
	if (!/^\/(api\/v1|status)\//.test(path)) return false;
	if (/^\/api\/v1\/(account|sign-in|session|welcome)/.test(path)) return false;
	return operation.responses["200"]?.content?.["text/event-stream"] === undefined;
}

function queriesOf(document: Json, operation: Json): string[] {
	const parameters: Json[] = (operation.parameters ?? [])
		.map((each: Json) => (each.$ref ? document.components.parameters[each.$ref.split("/").at(-1)] : each))
		.filter((each: Json) => each.in === "query");
	const required = parameters.filter((each) => each.required).map((each) => pair(each.name, exampleValue(each)));
	const listed = parameters.flatMap(({ name, schema }) => {
		const values: unknown[] = (schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : [])).slice(0, 8);
		if (name === "limit" && typeof schema.maximum === "number") values.push(schema.maximum);
		return values.map((value) => pair(name, value));
	});
	return [required, ...listed.map((each) => [...required.filter((other) => !sameName(each, other)), each])].map(
		(pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`),
	);
}

const pair = (name: string, value: unknown) => `${name}=${encodeURIComponent(String(value))}`;
const sameName = (one: string, other: string) => one.split("=")[0] === other.split("=")[0];

function exampleValue({ example, schema }: Json): unknown {
	return example ?? schema.example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? schema.default ?? "";
}

function exampleOf(operation: Json): unknown {
	const content: Json = operation.requestBody?.content?.["application/json"];
	return content?.example ?? Object.values<Json>(content?.examples ?? {})[0]?.value;
}

/** Ids of what the house has, by the path that they end. */
async function presentIds({ ask, team }: Service): Promise<ReadonlyMap<string, string>> {
	const first = async (path: string, list: string) => (await ask("GET", path)).json.data[list][0]?.id as string;
	return new Map([
		["/api/v1/monitors/{id}", await first("/api/v1/monitors", "monitors")],
		["/api/v1/status-pages/{id}", await first("/api/v1/status-pages", "statusPages")],
		["/api/v1/incidents/{id}", await first("/api/v1/incidents", "incidents")],
		["/api/v1/alerts/{id}", await first("/api/v1/alerts", "alerts")],
		["/status/{slug}", `${team.slug}-public`],
	]);
}

async function pathTo(service: Service, path: string, present: ReadonlyMap<string, string>): Promise<string> {
	for (const [prefix, id] of present) {
		const rest = path.slice(prefix.length);
		if (path.startsWith(prefix) && !rest.includes("{")) return `${filled(inRouter(prefix), id)}${rest}`;
	}
	return made(service, path);
}

async function made(service: Service, path: string): Promise<string> {
	const route = inRouter(path);
	return hasIds(route) ? realPath(service, route, service.key) : route;
}

const inRouter = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

interface Request {
	readonly method: string;
	/** Answers the path, which is made anew for what changes something. */
	readonly at: () => Promise<string>;
	readonly query: string;
	readonly body: unknown;
	readonly runs: number;
}

/** What it costs; the status of the answer where it is a refusal. */
async function costOf(service: Service, { method, at, query, body, runs }: Request): Promise<Cost | number> {
	const took: number[] = [];
	let path = await at();
	let bytes = 0;
	while (took.length <= runs) {
		const ask = took.length === 0 ? service.askAnew : service.ask;
		const before = process.cpuUsage();
		const { status, text } = await ask(method, `${path}${query}`, body === undefined ? {} : { body });
		const { user, system } = process.cpuUsage(before);
		if (status >= 400) return status;
		bytes = text.length;
		took.push((user + system) / 1000);
		if (method !== "GET") path = await at();
	}
	const [coldMs = 0, ...warm] = took;
	return { cpuMs: Math.min(...warm), coldMs, bytes };
}
