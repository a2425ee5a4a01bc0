import { createHash } from "node:crypto";
import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type ChannelType, type FieldValues, fieldsOf } from "../../domain/alerts/channels.ts";
import { type ConfigKind, KINDS_IN_ORDER, withPeople, withReferences } from "../../domain/config/config.ts";
import { freeKey } from "../../domain/config/free-key.ts";
import { nameApart, openSecretPlaces, withoutSecretAddresses } from "../../domain/config/open-secrets.ts";
import { withValueAt } from "../../domain/config/secret-places.ts";
import { rowOf, type TypeSettings } from "../../domain/monitors/types.ts";
import { type Problem, problem } from "../../domain/problem.ts";
import { type ChannelSecretsByRoute, channelSecretsOfTeam } from "../../storage/alerts/alert-channels.ts";
import { ownedObjects } from "../../storage/config/config-objects.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { addressesOfTeam } from "../../storage/on-call/schedules.ts";
import { EVERY, KINDS_OF_OBJECTS, type PresentObject } from "./kinds.ts";

/** An object as files have it: its key, and the members of its create body with keys in place of ids. */
type ExportedObject = { readonly key: string } & Readonly<Record<string, unknown>>;
export type ExportedConfig = { readonly [Kind in ConfigKind]: readonly ExportedObject[] };

interface ExportDeps {
	readonly now: number;
	readonly secretBox: SecretBox;
}

interface ExportInput {
	/** Whose objects; null: all of the team. */
	readonly project: string | null;
	/** Whether those that no project owns are in it too. */
	readonly isAdopting: boolean;
}

/**
 * The team's objects as a document, or those that one project owns. What no project owns gets a key from its name. The
 * name of a variable stands for a secret, and for what lets someone in though it is open. People stand as their e-mail
 * addresses for whoever may see those.
 */
export async function exportConfig(
	tx: Tx,
	actor: TeamActor,
	{ project, isAdopting }: ExportInput,
	{ now, secretBox }: ExportDeps,
): Promise<Result<ExportedConfig, Problem<"missing_scope" | "full">>> {
	const may = requireScope(actor, "config:read");
	if (isFailure(may)) return may;
	const teamId = actor.team.id;
	const owned = await ownedObjects(tx, teamId);
	const ofProject = new Set(owned.filter((each) => each.project === project).map(idOf));
	const ofOthers = new Set(owned.filter((each) => each.project !== project).map(idOf));
	const isChosen = ({ id }: PresentObject) => {
		if (project === null) return true;
		return isAdopting ? !ofOthers.has(id) : ofProject.has(id);
	};
	const known = project !== null && !isAdopting ? { ids: [...ofProject], names: [] } : undefined;
	const objects: [ConfigKind, PresentObject[]][] = [];
	for (const kind of KINDS_IN_ORDER) {
		const all = await KINDS_OF_OBJECTS[kind].all(tx, teamId, now, known);
		if (all.size >= EVERY.limit) {
			return problem(
				"full",
				"",
				`The team has more ${kind} than a document can hold. Export what a project owns: ?project=NAME, without adopt.`,
			);
		}
		objects.push([kind, [...all.values()].reverse().filter(isChosen)]);
	}
	const keys = new Map<string, string>();
	for (const [kind, list] of objects) {
		const known = new Map(owned.filter((each) => each.kind === kind).map((each) => [each.objectId, each.key]));
		const taken = new Map<string, number>();
		// Two projects may have the same key: the first object keeps it here.
		for (const { id } of list) {
			const key = known.get(id);
			if (key === undefined || taken.has(key)) continue;
			keys.set(id, key);
			taken.set(key, 1);
		}
		for (const { id, name } of list) {
			if (!keys.has(id)) keys.set(id, freeKey(known.get(id) ?? name, kind, taken));
		}
	}
	const channels = await channelSecretsOfTeam(tx, teamId, secretBox);
	const addresses = actor.scopes.includes("members:read") ? await addressesOfTeam(tx, teamId) : new Map();
	const exported = objects.map(([kind, list]) => {
		const names = Map.groupBy(list, ({ name }) => withoutSecretAddresses(name));
		const nameOf = ({ id, name }: PresentObject) => {
			const rest = withoutSecretAddresses(name);
			return rest === name || names.get(rest)?.length === 1 ? rest : nameApart(rest, id);
		};
		const entries = list.map((object) => {
			const key = keys.get(object.id) ?? object.id;
			const personal = withPeople(kind, object.seen, (_, person) => addresses.get(person) ?? person);
			const named = withReferences(kind, personal, ({ name }) => keys.get(name) ?? name);
			const nameFor = variable(kind, key);
			const readable = withValueAt(named, ["name"], () => nameOf(object));
			const open = openSecretPlaces(named).reduce(
				(value, place) => withValueAt(value, place, () => nameFor(...place)),
				readable,
			);
			return { key, ...withSecretNames(kind, open as object, channels.get(object.id) ?? [], nameFor) };
		});
		return [kind, entries];
	});
	return success(Object.fromEntries(exported));
}

function idOf({ objectId }: { readonly objectId: string }): string {
	return objectId;
}

/** Whose parts can be told from the name that is made of them. */
const PLAIN_KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PLAIN_SECRET = /^(?:(?:\d+_\d+_)?[a-z]+(?:[A-Z][a-z]*)*|[a-z]+:[a-z0-9]+(?:-[a-z0-9]+)*)$/;
const DIGEST = 8;

/**
 * Names of variables for the secrets of an object: `ALERTS_OPS__URL`. Two secrets never share one: where punctuation
 * or case that a name can't show tells them apart, a digest is added.
 */
export function variable(
	kind: ConfigKind,
	key: string,
): (...words: readonly (string | number)[]) => { secret: string } {
	return (...words) => {
		const own = words.join("_");
		const name = `${inCapitals(`${kind}_${key}`)}__${inCapitals(own)}`;
		if (PLAIN_KEY.test(key) && PLAIN_SECRET.test(own)) return { secret: name };
		const digest = createHash("sha256").update(`${key}\n${own}`).digest("hex").slice(0, DIGEST);
		return { secret: `${name}_x${digest}` };
	};
}

function inCapitals(text: string): string {
	return text
		.replace(/([a-z])([A-Z])/g, "$1_$2")
		.replace(/[^A-Za-z0-9]+/g, "_")
		.toUpperCase();
}

type Variable = ReturnType<typeof variable>;

function withSecretNames(kind: ConfigKind, seen: object, secrets: ChannelSecretsByRoute, nameFor: Variable): object {
	switch (kind) {
		case "monitors":
			return withMonitorSecrets(seen as TypeSettings, nameFor);
		case "alerts":
			return withAlertSecrets(seen as Parameters<typeof withAlertSecrets>[0], secrets, nameFor);
		case "statusPages": {
			const { hasPassword, ...page } = seen as { readonly hasPassword: boolean };
			return hasPassword ? { ...page, password: nameFor("password") } : page;
		}
		default:
			return seen;
	}
}

function withMonitorSecrets(settings: TypeSettings, nameFor: Variable): object {
	const names = new Map<string, { secret: string }>();
	const marked = rowOf(settings.type).mapSecrets?.(settings, (id) => {
		const mark = `\u0000${id}`;
		names.set(mark, nameFor(id));
		return mark;
	});
	return JSON.parse(JSON.stringify(marked ?? settings), (_, value) => names.get(value) ?? value);
}

type SeenChannel = { readonly type: ChannelType };

function withAlertSecrets(
	alert: { readonly channel: SeenChannel; readonly escalation: unknown },
	secrets: ChannelSecretsByRoute,
	nameFor: Variable,
): object {
	const byRoute = new Map(secrets);
	const named = (route: string, { type, ...channel }: SeenChannel, ...words: number[]) => {
		const values = byRoute.get(route);
		const names = values === undefined ? [] : setFields(type, values);
		return { type, ...channel, ...Object.fromEntries(names.map((name) => [name, nameFor(...words, name)])) };
	};
	const channel = named("", alert.channel);
	if (alert.escalation === null) return { ...alert, channel };
	const { steps, ...escalation } = alert.escalation as { steps: readonly { channels?: readonly SeenChannel[] }[] };
	const withNames = steps.map(({ channels, ...step }, at) =>
		channels === undefined
			? step
			: {
					...step,
					channels: channels.map((each, place) => named(`step:${at}:${place}`, each, at + 1, place + 1)),
				},
	);
	return { ...alert, channel, escalation: { ...escalation, steps: withNames } };
}

/** The secret fields that have a value; of secrets that can't be read any more those that have to be given. */
function setFields(type: ChannelType, values: FieldValues | null): readonly string[] {
	return fieldsOf(type, true)
		.filter(([name, { optional }]) => (values === null ? !optional : (values[name] ?? null) !== null))
		.map(([name]) => name);
}
