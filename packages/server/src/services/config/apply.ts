import { createHash, createHmac } from "node:crypto";
import { failure, isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { FieldChange } from "../../domain/access/audit-event.ts";
import { changesOf, contents } from "../../domain/access/field-changes.ts";
import { SCOPES } from "../../domain/access/scopes.ts";
import {
	CONFIG_KINDS,
	type ConfigKind,
	KINDS_IN_ORDER,
	standsFor,
	USUAL_PRUNE_LIMIT,
	withReferences,
} from "../../domain/config/config.ts";
import { Problem, problem } from "../../domain/problem.ts";
import { deleteOwned, type OwnedObject, ownedObjects, saveOwned } from "../../storage/config/config-objects.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { withoutSaving } from "../change.ts";
import {
	type ConfigDeps,
	KINDS_OF_OBJECTS,
	type PresentObject,
	stable,
	type WantedContentCheck,
	type WantedObject,
} from "./kinds.ts";

interface WantedEntry {
	readonly key: string;
	/** A create body, in which an id that stands for another entry may be. */
	readonly body: object;
	readonly contentChecks: readonly WantedContentCheck[];
}

export interface WantedConfig {
	readonly project: string;
	readonly objects: { readonly [Kind in ConfigKind]: readonly WantedEntry[] };
	/** Whether objects of the same name (pages: slug) that no project owns are taken over. */
	readonly adopts: boolean;
	/** Whether what the project owns and the document lacks is deleted. */
	readonly prunes: boolean;
	/** The most that is deleted; null: half of what the project owns, and 20 at the most. */
	readonly pruneLimit: number | null;
	/** The digest of the plan that is applied; null: none was made. */
	readonly expected: string | null;
}

interface ConfigChange {
	readonly kind: ConfigKind;
	readonly key: string;
	/** `mon_…`; in a plan null for what is created. */
	readonly id: string | null;
	readonly name: string;
	readonly action: "create" | "update" | "adopt" | "delete";
	/** Ids of the project's objects stand as their keys; secrets are masked. */
	readonly changes: readonly FieldChange[];
	/** Whether somebody changed the object since it was applied last, and the document did not. */
	readonly drifted: boolean;
	/** Of what is deleted: since when it existed, epoch milliseconds. Its history goes with it. */
	readonly existsSince: number | null;
}

export interface AppliedConfig {
	readonly changes: readonly ConfigChange[];
	readonly unchanged: number;
	/** Of the document and of what it would change: the same until either of them changes. */
	readonly digest: string;
}

type ApplyDeps = ConfigDeps & {
	/** 32 bytes of the installation; keys the digests of secrets. */
	readonly secret: Uint8Array;
};

type ConfigResult = Result<AppliedConfig, Problem>;

/** What {@link applyConfig} would do; nothing is saved. Whoever plans needs no scope but `config:read`. */
export async function planConfig(
	database: Tx,
	actor: TeamActor,
	input: WantedConfig,
	deps: ApplyDeps,
): Promise<ConfigResult> {
	const may = requireScope(actor, "config:read");
	if (isFailure(may)) return may;
	const planned = await withoutSaving(database, (tx) => applyConfig(tx, { ...actor, scopes: SCOPES }, input, deps));
	if (isFailure(planned)) return planned;
	const changes = planned.data.changes.map((each) => (each.action === "create" ? { ...each, id: null } : each));
	return success({ ...planned.data, changes });
}

/**
 * Makes the team's objects what the document says: all of it or nothing. Each object is changed by the service that the
 * API has for it, with the scope and the audit event of that. What the project does not own stays as it is.
 */
export async function applyConfig(
	tx: Tx,
	actor: TeamActor,
	input: WantedConfig,
	deps: ApplyDeps,
): Promise<ConfigResult> {
	const may = requireScope(actor, "config:write");
	if (isFailure(may)) return may;
	await lockTeam(tx, actor.team.id);

	const run = new ConfigRun(tx, actor, input, deps);
	await run.read();
	const digest = run.digest();
	if (input.expected !== null && input.expected !== digest) {
		return problem("outdated", "", "Something changed since this was planned. Plan again.");
	}
	for (const kind of KINDS_IN_ORDER) {
		const changed = await run.changeAll(kind);
		if (isFailure(changed)) return changed;
	}
	if (input.prunes) {
		const pruned = await run.prune();
		if (isFailure(pruned)) return pruned;
	}
	return success({ ...(await run.changes()), digest });
}

type Present = Map<ConfigKind, ReadonlyMap<string, PresentObject>>;

interface Done {
	readonly kind: ConfigKind;
	readonly key: string;
	readonly id: string;
	readonly action: ConfigChange["action"];
	readonly drifted: boolean;
	readonly secretsChanged: boolean;
	readonly digests: Pick<OwnedObject, "bodyDigest" | "secretsDigest"> | null;
}

/** One run: what was there, what was done, and the ids of the document's entries. */
class ConfigRun {
	readonly #tx: Tx;
	readonly #actor: TeamActor;
	readonly #input: WantedConfig;
	readonly #deps: ApplyDeps;
	readonly #before: Present = new Map();
	#owned: readonly OwnedObject[] = [];
	/** Those of the project whose object exists, by kind and key. */
	readonly #own = new Map<string, OwnedObject>();
	readonly #ids = new Map<ConfigKind, (string | undefined)[]>();
	readonly #done: Done[] = [];
	#unchanged = 0;

	constructor(tx: Tx, actor: TeamActor, input: WantedConfig, deps: ApplyDeps) {
		this.#tx = tx;
		this.#actor = actor;
		this.#input = input;
		this.#deps = deps;
	}

	async read(): Promise<void> {
		const { team } = this.#actor;
		this.#owned = await ownedObjects(this.#tx, team.id);
		for (const kind of KINDS_IN_ORDER) {
			this.#before.set(kind, await KINDS_OF_OBJECTS[kind].all(this.#tx, team.id, this.#deps.now));
			this.#ids.set(kind, []);
		}
		for (const owned of this.#owned) {
			const exists = this.#before.get(owned.kind)?.has(owned.objectId) ?? false;
			if (owned.project === this.#input.project && exists) this.#own.set(nameOf(owned), owned);
		}
	}

	/** Of the document, its options, and all that the project owns as it is now. */
	digest(): string {
		const { project, objects, adopts, prunes, pruneLimit } = this.#input;
		const wanted = KINDS_IN_ORDER.map((kind) =>
			objects[kind].map(({ key, body, contentChecks }) => [
				key,
				withReferences(kind, body, ({ kind: to, name }) => this.#keyOf(to, name) ?? name),
				contentChecks,
			]),
		);
		const present = [...this.#own.values()].map((owned) => [nameOf(owned), owned, this.#seenOf(owned)]);
		return this.#keyed(stable([project, adopts, prunes, pruneLimit, wanted, present]));
	}

	async changeAll(kind: ConfigKind): Promise<Result<undefined, Problem>> {
		for (const index of inOrder(kind, this.#input.objects[kind])) {
			const entry = this.#input.objects[kind][index];
			const changed = entry === undefined ? success() : await this.#change(kind, entry, index);
			if (isFailure(changed)) return failure(movedTo(changed.error, `/${kind}/${index}`));
		}
		return success();
	}

	async #change(kind: ConfigKind, entry: WantedEntry, index: number): Promise<Result<undefined, Problem>> {
		const { key, contentChecks } = entry;
		const service = KINDS_OF_OBJECTS[kind];
		const body = withReferences(kind, entry.body, ({ kind: to, name }) => {
			const place = standsFor(to, name);
			return place === null ? name : (this.#ids.get(to)?.[place] ?? name);
		});
		const wanted: WantedObject = { body, contentChecks };
		const { shown, secrets } = service.split(body);
		const hasSecrets = Object.keys(secrets).length > 0;
		const digests = {
			bodyDigest: this.#keyed(stable([shown, contentChecks])),
			secretsDigest: hasSecrets ? this.#keyed(stable(secrets)) : "",
		};
		const owned = this.#own.get(nameOf({ kind, key }));
		const adopted = owned === undefined && this.#input.adopts ? this.#adoptable(kind, body) : undefined;
		const id = owned?.objectId ?? adopted?.id;
		if (id === undefined) {
			const made = await service.create(this.#tx, this.#actor, wanted, this.#deps);
			if (isFailure(made)) return made;
			this.#setId(kind, index, made.data);
			this.#done.push({ kind, key, id: made.data, action: "create", drifted: false, secretsChanged: false, digests });
			return success();
		}
		this.#setId(kind, index, id);
		const sameBody = owned?.bodyDigest === digests.bodyDigest;
		const sameSecrets = !hasSecrets || owned?.secretsDigest === digests.secretsDigest;
		const drifted = owned !== undefined && owned.seenDigest !== digestOf(this.#seenOf(owned));
		if (sameBody && sameSecrets && !drifted) {
			this.#unchanged += 1;
			return success();
		}
		const updated = await service.update(this.#tx, this.#actor, id, wanted, this.#deps);
		if (isFailure(updated)) return updated;
		const action = owned === undefined ? "adopt" : "update";
		const kept = hasSecrets ? digests : { ...digests, secretsDigest: owned?.secretsDigest ?? "" };
		const change = { kind, key, id, action, digests: kept } as const;
		this.#done.push({ ...change, drifted: drifted && sameBody, secretsChanged: owned !== undefined && !sameSecrets });
		return success();
	}

	/** Deletes what left the document, last what others name. */
	async prune(): Promise<Result<undefined, Problem>> {
		const kept = new Set(
			KINDS_IN_ORDER.flatMap((kind) => this.#input.objects[kind].map(({ key }) => nameOf({ kind, key }))),
		);
		const gone = [...this.#own.values()].filter((owned) => !kept.has(nameOf(owned)));
		const limit = this.#input.pruneLimit ?? Math.min(USUAL_PRUNE_LIMIT, Math.floor(this.#own.size / 2));
		if (gone.length > limit) {
			const text = `${gone.length} of ${this.#own.size} objects of the project ${this.#input.project} would be deleted`;
			return problem("unconfirmed", "pruneLimit", `${text}; the limit is ${limit}. Give a higher one if you mean it.`);
		}
		for (const kind of [...KINDS_IN_ORDER].reverse()) {
			for (const owned of gone.filter((each) => each.kind === kind)) {
				const removed = await KINDS_OF_OBJECTS[kind].remove(this.#tx, this.#actor, owned.objectId, this.#deps);
				if (isFailure(removed)) return removed;
				await deleteOwned(this.#tx, this.#actor.team.id, owned);
				const { key, objectId: id } = owned;
				this.#done.push({ kind, key, id, action: "delete", drifted: false, secretsChanged: false, digests: null });
			}
		}
		return success();
	}

	/** What was done, as people read it. Says in the database what is owned now. */
	async changes(): Promise<Omit<AppliedConfig, "digest">> {
		const after: Present = new Map();
		for (const kind of new Set(this.#done.map(({ kind }) => kind))) {
			after.set(kind, await KINDS_OF_OBJECTS[kind].all(this.#tx, this.#actor.team.id, this.#deps.now));
		}
		const keys = new Map([...this.#own.values()].map(({ objectId, key }) => [objectId, key]));
		for (const { id, key } of this.#done) keys.set(id, key);
		const changes: ConfigChange[] = [];
		for (const { kind, key, id, action, drifted, secretsChanged, digests } of this.#done) {
			const [was, is] = [this.#before.get(kind)?.get(id), after.get(kind)?.get(id)];
			if (digests !== null && is !== undefined) {
				const owned = { project: this.#input.project, kind, key, objectId: id, ...digests };
				await saveOwned(this.#tx, this.#actor.team.id, { ...owned, seenDigest: digestOf(is.seen) }, this.#deps.now);
			}
			const seen = fieldChanges(was, is, action);
			const all = secretsChanged ? [...seen, { field: "secrets", before: MASKED, after: MASKED }] : seen;
			// The document says the same in other words.
			if (action === "update" && all.length === 0) this.#unchanged += 1;
			else {
				const name = is?.name ?? was?.name ?? key;
				const existsSince = action === "delete" ? (was?.createdAt ?? null) : null;
				changes.push({ kind, key, id, name, action, changes: withKeys(all, keys), drifted, existsSince });
			}
		}
		return { changes, unchanged: this.#unchanged };
	}

	#setId(kind: ConfigKind, index: number, id: string): void {
		const ids = this.#ids.get(kind);
		if (ids) ids[index] = id;
	}

	#keyOf(kind: ConfigKind, id: string): string | null {
		const place = standsFor(kind, id);
		return place === null ? null : (this.#input.objects[kind][place]?.key ?? null);
	}

	#seenOf({ kind, objectId }: OwnedObject): object | undefined {
		return this.#before.get(kind)?.get(objectId)?.seen;
	}

	/** The one object of the kind that has the entry's name, or slug, and that no project owns. */
	#adoptable(kind: ConfigKind, body: object): PresentObject | undefined {
		const label = kind === "statusPages" ? "slug" : "name";
		const wanted = (body as Record<string, unknown>)[label];
		const taken = new Set([...this.#owned.map(({ objectId }) => objectId), ...this.#done.map(({ id }) => id)]);
		const found = [...(this.#before.get(kind)?.values() ?? [])].filter(
			({ id, seen }) => !taken.has(id) && (seen as Record<string, unknown>)[label] === wanted,
		);
		return found.length === 1 ? found[0] : undefined;
	}

	#keyed(text: string): string {
		return createHmac("sha256", this.#deps.secret).update(`lapwing/config\n${text}`).digest("base64url");
	}
}

const MASKED = "••••";

function nameOf({ kind, key }: Pick<OwnedObject, "kind" | "key">): string {
	return `${kind}/${key}`;
}

function digestOf(seen: object | undefined): string {
	return createHash("sha256")
		.update(stable(seen ?? null))
		.digest("base64url");
}

function fieldChanges(
	before: PresentObject | undefined,
	after: PresentObject | undefined,
	action: ConfigChange["action"],
): FieldChange[] {
	if (action === "create") return contents(after?.seen ?? {});
	if (action === "delete") return [];
	return changesOf(before?.seen ?? {}, after?.seen ?? {}, {});
}

/** With keys in the place of ids. */
function withKeys(changes: readonly FieldChange[], keys: ReadonlyMap<string, string>): FieldChange[] {
	return changes.map((change) => JSON.parse(JSON.stringify(change), (_, value) => keys.get(value) ?? value));
}

function movedTo({ code, details }: Problem, at: string): Problem {
	return new Problem(
		code,
		details.map(({ path, message }) => ({ path: `${at}${path}`, message })),
	);
}

/** The entries of a list by their indices, those first that others depend on. A circle is refused by its service. */
function inOrder(kind: ConfigKind, entries: readonly WantedEntry[]): readonly number[] {
	if (!CONFIG_KINDS[kind].references.some(([to]) => to === kind)) return [...entries.keys()];
	const order: number[] = [];
	const seen = new Set<number>();
	// A stack of our own: a chain of 10,000 monitors is deeper than the one of calls.
	const stack = [...entries.keys()].reverse().map((index) => ({ index, isReady: false }));
	for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
		const { index, isReady } = top;
		if (isReady) order.push(index);
		else if (!seen.has(index)) {
			seen.add(index);
			stack.push({ index, isReady: true });
			withReferences(kind, entries[index]?.body ?? {}, ({ kind: to, name }) => {
				const place = to === kind ? standsFor(to, name) : null;
				if (place !== null) stack.push({ index: place, isReady: false });
				return name;
			});
		}
	}
	return order;
}
