/** What a body asks of an incident, as settings; a refusal points at what it can't have. */

import type { z } from "@hono/zod-openapi";
import type { ComponentState, IncidentSettings, NewUpdate } from "../../../domain/incidents/incident.ts";
import { type Progress, progressed } from "../../../domain/incidents/progress.ts";
import type { IncidentChanges } from "../../../storage/incidents/incidents.ts";
import { statusPageKeys } from "../../../storage/incidents/links.ts";
import { monitorKeys } from "../../../storage/monitors/monitor-keys.ts";
import type { Call } from "../../kernel/endpoint.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import type { createBody, newUpdate, patchBody } from "./incident-forms.ts";

type Create = z.output<typeof createBody>;
type Patch = z.output<typeof patchBody>;

/** What is tolerated of a client's clock that is ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000;

/** A past instant in epoch milliseconds. */
function pastInstant(text: string, pointer: string, now: number): number | Refusal {
	const at = Date.parse(text);
	if (Number.isNaN(at)) return invalid(pointer, "There is no such instant.");
	return at > now + MAX_AHEAD_MS ? invalid(pointer, "Must not be in the future.") : at;
}

export function updateOf(
	{ body, status, at }: z.output<typeof newUpdate>,
	pointer: string,
	now: number,
): NewUpdate | Refusal {
	const posted = at === undefined ? now : pastInstant(at, `${pointer}/at`, now);
	return posted instanceof Refusal ? posted : { body, status, at: posted };
}

/** A new incident with its first updates, oldest first. */
export async function newIncident(
	call: Call<unknown, unknown, Create>,
): Promise<{ settings: IncidentSettings; updates: readonly NewUpdate[] } | Refusal> {
	const { body, now } = call;
	const updates: NewUpdate[] = [];
	for (const [index, each] of body.updates.entries()) {
		const update = updateOf(each, `/updates/${index}`, now);
		if (update instanceof Refusal) return update;
		updates.push(update);
	}
	updates.sort((a, b) => a.at - b.at);
	const firstAt = Math.min(now, updates[0]?.at ?? now);
	const startedAt = body.startedAt === undefined ? firstAt : pastInstant(body.startedAt, "/startedAt", now);
	if (startedAt instanceof Refusal) return startedAt;
	let progress: Progress = { status: "investigating", startedAt, resolvedAt: null };
	for (const { status, at } of updates) progress = progressed(progress, status, at);
	if (updates.length > 0 && body.status !== undefined && body.status !== progress.status) {
		return invalid("/status", "Must be the status of the latest update. Leave it out, and it is that.");
	}
	const wanted = wantedProgress(progress, body, now);
	if (wanted instanceof Refusal) return wanted;
	const links = await linksOf(call);
	if (links instanceof Refusal) return links;
	const { components = new Map(), statusPages = [] } = links;
	return { settings: { title: body.title, impact: body.impact, ...wanted, components, statusPages }, updates };
}

/** The changes of an incident whose progress is `before`. */
export async function incidentChanges(
	call: Call<unknown, unknown, Patch>,
	before: Progress,
): Promise<IncidentChanges | Refusal> {
	const { title, impact } = call.body;
	const progress = wantedProgress(before, call.body, call.now);
	if (progress instanceof Refusal) return progress;
	const links = await linksOf(call);
	if (links instanceof Refusal) return links;
	return {
		...(title === undefined ? {} : { title }),
		...(impact === undefined ? {} : { impact }),
		...progress,
		...links,
	};
}

/** `before` with the status and instants that a body gives. */
function wantedProgress(
	before: Progress,
	body: Pick<Patch, "status" | "startedAt" | "resolvedAt">,
	now: number,
): Progress | Refusal {
	const startedAt = body.startedAt === undefined ? before.startedAt : pastInstant(body.startedAt, "/startedAt", now);
	if (startedAt instanceof Refusal) return startedAt;
	const { status, resolvedAt } = progressed({ ...before, startedAt }, body.status ?? before.status, now);
	if (resolvedAt === null) {
		if (typeof body.resolvedAt !== "string") return { status, startedAt, resolvedAt };
		return invalid("/resolvedAt", "Only a resolved incident has it. Set status to resolved.");
	}
	if (body.resolvedAt === null) {
		return invalid("/resolvedAt", "A resolved incident has it. To reopen the incident, set another status.");
	}
	const given = body.resolvedAt === undefined ? resolvedAt : pastInstant(body.resolvedAt, "/resolvedAt", now);
	if (given instanceof Refusal) return given;
	if (given >= startedAt) return { status, startedAt, resolvedAt: given };
	return body.resolvedAt === undefined
		? invalid("/startedAt", "Must not be after resolvedAt.")
		: invalid("/resolvedAt", "Must not be before startedAt.");
}

type Links = Partial<Pick<IncidentSettings, "components" | "statusPages">>;

/** The monitors and pages that a body names, by their keys; only those members that it has. */
async function linksOf(
	call: Call<unknown, unknown, Pick<Patch, "components" | "statusPageIds">>,
): Promise<Links | Refusal> {
	const { body, services, principal } = call;
	const links: { components?: ReadonlyMap<number, ComponentState>; statusPages?: readonly number[] } = {};
	if (body.components !== undefined) {
		const ids = body.components.map(({ monitorId }) => monitorId);
		const keys = await monitorKeys(services.database, principal.team.id, ids);
		const states = new Map<number, ComponentState>();
		for (const [index, { monitorId, state }] of body.components.entries()) {
			const key = keys.get(monitorId);
			const pointer = `/components/${index}/monitorId`;
			if (key === undefined) return invalid(pointer, "There is no such monitor.");
			if (states.has(key)) return invalid(pointer, "This monitor is named twice.");
			states.set(key, state);
		}
		links.components = states;
	}
	if (body.statusPageIds !== undefined) {
		const keys = await statusPageKeys(services.database, principal.team.id, body.statusPageIds);
		const unknown = body.statusPageIds.findIndex((id) => !keys.has(id));
		if (unknown >= 0) return invalid(`/statusPageIds/${unknown}`, "There is no such status page.");
		links.statusPages = [...keys.values()];
	}
	return links;
}
