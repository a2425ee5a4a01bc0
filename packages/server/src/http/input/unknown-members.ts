/**
 * Refuses unknown members of a body and unknown query parameters, and suggests the nearest known name. If they were
 * ignored, a typing error would lose a setting without notice.
 */

import { z } from "@hono/zod-openapi";
import { distance } from "fastest-levenshtein";
import type { Detail } from "../kernel/refusal.ts";

/** Names with a larger edit distance are not suggested. */
const MAX_EDITS = 3;
/** A prefix of a known name is suggested from this many characters on. */
const MIN_BEGINNING = 3;
/** Characters of an unknown name that the message repeats. */
const MAX_SHOWN = 50;

/** Words that other programs use, and ours for the same; lower-case letters and digits alone. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
	active: ["enabled", "isEnabled"],
	paused: ["enabled", "isEnabled"],
	disabled: ["enabled", "isEnabled"],
	timeoutms: ["timeoutSeconds"],
	frequency: ["intervalSeconds"],
	period: ["intervalSeconds"],
	headers: ["request"],
	statuscode: ["expectedStatus"],
	limit: ["perPage"],
	pagesize: ["perPage"],
	page: ["cursor"],
	offset: ["cursor"],
	days: ["from"],
	title: ["name"],
	name: ["title"],
	message: ["body"],
	email: ["to"],
	recipients: ["to"],
	pattern: ["value"],
	text: ["value", "contains"],
	recovered: ["up"],
	icmp: ["ping"],
	heartbeat: ["cron"],
	ws: ["websocket"],
};

/** What has another place than a member or a parameter. */
const ELSEWHERE: Readonly<Record<string, string>> = {
	contentChecks: "Add content checks to the monitor with POST /api/v1/monitors/:id/content-checks.",
	format: "Ask for CSV with the header Accept: text/csv.",
};

/** A detail for each of `keys`, the unknown members at `path` of `body`. */
export function unknownMembers(
	schema: z.ZodType,
	body: unknown,
	path: readonly PropertyKey[],
	keys: readonly string[],
) {
	const known = membersAt(schema, body, path);
	return keys.map((key) => ({ path: [...path, key], message: unknownName("member", key, known) }));
}

/** A detail for each query parameter that is not among `known`. */
export function unknownParameters(query: Readonly<Record<string, unknown>>, known: readonly string[]): Detail[] {
	return Object.keys(query)
		.filter((name) => !known.includes(name))
		.map((name) => ({ path: name, message: unknownName("parameter", name, known) }));
}

function unknownName(kind: string, name: string, known: readonly string[]): string {
	const meant = nearest(name, known);
	if (Object.hasOwn(ELSEWHERE, name)) return `There is no ${kind} ${name} here. ${ELSEWHERE[name]}`;
	const told = name.length <= MAX_SHOWN ? name : `${name.slice(0, MAX_SHOWN)}…`;
	return meant === null
		? `There is no ${kind} ${told} here.`
		: `There is no ${kind} ${told} here. Did you mean ${meant}?`;
}

/** The name in `known` that is nearest to `name`; null when none is near. */
export function nearest(name: string, known: readonly string[]): string | null {
	const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
	const wanted = plain(name);
	const synonyms = Object.hasOwn(SYNONYMS, wanted) ? (SYNONYMS[wanted] ?? []) : [];
	const synonym = synonyms.find((word) => known.includes(word));
	if (synonym !== undefined) return synonym;
	const scored = known.map((candidate) => {
		const text = plain(candidate);
		const isPart = wanted.length >= MIN_BEGINNING && (text.startsWith(wanted) || text.endsWith(wanted));
		return { candidate, edits: isPart ? 0 : distance(wanted, text), length: text.length };
	});
	const best = scored.sort((a, b) => a.edits - b.edits || a.length - b.length)[0];
	if (best === undefined) return null;
	return best.edits <= Math.min(MAX_EDITS, Math.floor(wanted.length / 2)) ? best.candidate : null;
}

/** The members that an object at `path` may have, of the alternatives that `body` chooses by its type. */
export function membersAt(schema: z.ZodType, body: unknown, path: readonly PropertyKey[]): string[] {
	const [step, ...rest] = path;
	return objectsOf(schema, body).flatMap((object) => {
		if (step === undefined) return Object.keys(object.shape);
		const member = object.shape[String(step)] as z.ZodType | undefined;
		const value = (body as Record<string, unknown> | null)?.[String(step)];
		if (member === undefined) return [];
		const [index, ...below] = rest;
		const inner = unwrapped(member);
		if (inner instanceof z.ZodArray && typeof index === "number") {
			return membersAt(inner.element as z.ZodType, (value as unknown[])[index], below);
		}
		return membersAt(member, value, rest);
	});
}

function objectsOf(schema: z.ZodType, body: unknown): z.ZodObject[] {
	const inner = unwrapped(schema);
	if (inner instanceof z.ZodObject) return [inner];
	if (!(inner instanceof z.ZodUnion)) return [];
	const objects = inner.options.flatMap((option) => objectsOf(option as z.ZodType, body));
	const type = (body as { type?: unknown } | null)?.type;
	const ofType = objects.filter((object) => (object.shape["type"] as z.ZodType | undefined)?.safeParse(type).success);
	return ofType.length > 0 ? ofType : objects;
}

function unwrapped(schema: z.ZodType): z.ZodType {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
		return unwrapped(schema.unwrap() as z.ZodType);
	}
	return schema;
}
