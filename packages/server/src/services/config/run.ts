import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import type { FieldChange } from "../../domain/access/audit-event.ts";
import { changesOf, contents } from "../../domain/access/field-changes.ts";
import {
	type ConfigKind,
	KINDS_IN_ORDER,
	standsFor,
	USUAL_PRUNE_LIMIT,
	withReferences,
} from "../../domain/config/config.ts";
import { inOrder } from "../../domain/config/entry-order.ts";
import { failureAt, type Problem, problem } from "../../domain/problem.ts";
import { deleteOwned, type OwnedObject, ownedObjects, saveOwned } from "../../storage/config/config-objects.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { keyedDigest, openDigest } from "./digests.ts";
import { KINDS_OF_OBJECTS, type NewObject, type PresentObject, type WantedObject } from "./kinds.ts";
import type {
	AppliedConfig,
	ApplyDeps,
	ConfigChange,
	GeneratedSecret,
	WantedConfig,
	WantedEntry,
} from "./wanted-config.ts";

type Present = Map<ConfigKind, ReadonlyMap<string, PresentObject>>;
type Digests = Pick<OwnedObject, "bodyDigest" | "secretsDigest">;

/** What became of an object. */
interface Done {
	readonly kind: ConfigKind;
	readonly key: string;
	readonly id: string;
	readonly action: ConfigChange["action"];
	readonly drifted: boolean;
	readonly secretsChanged: boolean;
	/** Null of what is deleted. */
	readonly digests: Digests | null;
}

/** An entry beside the object that it is about. */
interface Compared {
	readonly index: number;
	readonly key: string;
	readonly wanted: WantedObject;
	readonly secrets: object;
	readonly digests: Digests;
	/** Of the object that exists; null: there is none yet. */
	readonly id: string | null;
	readonly owned: OwnedObject | undefined;
	readonly sameBody: boolean;
	readonly sameSecrets: boolean;
	readonly drifted: boolean;
}

/** One application within its transaction: what was there, what was done, and the ids of the document's entries. */
export class ConfigRun {
	readonly #tx: Tx;
	readonly #actor: TeamActor;
	readonly #input: WantedConfig;
	readonly #deps: ApplyDeps;
	readonly #before: Present = new Map();
	#owned: readonly OwnedObject[] = [];
	/** Those of the project whose object exists, by kind and key. */
	readonly #own = new Map<string, OwnedObject>();
	/** Of the entries of each kind, by their indices. */
	readonly #ids = new Map<ConfigKind, (string | undefined)[]>();
	readonly #done: Done[] = [];
	readonly #generated: GeneratedSecret[] = [];
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
		return this.#keyed([project, adopts, prunes, pruneLimit, wanted, present]);
	}

	/** Makes what is new, then changes what differs: of monitors that name one another, those first that others name. */
	async changeAll(kind: ConfigKind): Promise<Result<undefined, Problem>> {
		const entries = this.#input.objects[kind];
		const { newId, ...service } = KINDS_OF_OBJECTS[kind];
		const existing = this.#existing(kind);
		// Entries may name one another, so all have their ids before the first one is made.
		this.#ids.set(kind, newId === undefined ? existing : existing.map((id) => id ?? newId()));
		const compared = inOrder(kind, entries).map((index) => this.#compared(kind, index, existing[index] ?? null));
		const fresh = compared.filter(({ id }) => id === null);
		const asked = fresh.map(({ index, wanted }): NewObject => {
			return { ...wanted, at: `/${kind}/${index}`, id: this.#ids.get(kind)?.[index] ?? null };
		});
		const made = await service.create(this.#tx, this.#actor, asked, this.#deps);
		if (isFailure(made)) return made;
		for (const [place, { index, key, secrets, digests }] of fresh.entries()) {
			const { id, generated } = made.data[place] as (typeof made.data)[number];
			this.#setId(kind, index, id);
			for (const [name, value] of Object.entries(generated)) {
				this.#generated.push({ kind, key, path: `/${kind}/${index}/channel/${name}`, value });
			}
			// Files that hold from now on what was generated say nothing else.
			const all = { ...secrets, ...generated };
			const secretsDigest = Object.keys(all).length > 0 ? this.#keyed(all) : "";
			const change = { kind, key, id, action: "create", digests: { ...digests, secretsDigest } } as const;
			this.#done.push({ ...change, drifted: false, secretsChanged: false });
		}
		for (const { index, key, id, wanted, owned, digests, ...is } of compared) {
			if (id === null) continue;
			if (is.sameBody && is.sameSecrets && !is.drifted) {
				this.#unchanged += 1;
				continue;
			}
			const updated = await service.update(this.#tx, this.#actor, id, wanted, this.#deps);
			if (isFailure(updated)) return failureAt(`/${kind}/${index}`, updated);
			const change = { kind, key, id, action: owned === undefined ? "adopt" : "update", digests } as const;
			const secretsChanged = owned !== undefined && !is.sameSecrets;
			this.#done.push({ ...change, drifted: is.drifted && is.sameBody, secretsChanged });
		}
		return success();
	}

	/** The ids of the objects that the entries are about, as far as they exist. */
	#existing(kind: ConfigKind): (string | undefined)[] {
		const free = this.#input.adopts ? this.#adoptable(kind) : null;
		return this.#input.objects[kind].map(({ key, body }) => {
			const owned = this.#own.get(nameOf({ kind, key }));
			if (owned !== undefined || free === null) return owned?.objectId;
			const label = labelOf(kind, body);
			const found = free.get(label);
			// The next entry of this name takes no second one.
			free.delete(label);
			return found;
		});
	}

	/** The one object of each name, or slug, that no project owns. */
	#adoptable(kind: ConfigKind): Map<string, string> {
		const taken = new Set(this.#owned.map(({ objectId }) => objectId));
		const free = [...(this.#before.get(kind)?.values() ?? [])].filter(({ id }) => !taken.has(id));
		const named = [...Map.groupBy(free, ({ seen }) => labelOf(kind, seen))];
		return new Map(named.flatMap(([label, [one, ...others]]) => (one && others.length === 0 ? [[label, one.id]] : [])));
	}

	#compared(kind: ConfigKind, index: number, id: string | null): Compared {
		const { key, body: given, contentChecks, passwordHash } = this.#input.objects[kind][index] as WantedEntry;
		const body = withReferences(kind, given, ({ kind: to, name }) => {
			const place = standsFor(to, name);
			return place === null ? name : (this.#ids.get(to)?.[place] ?? name);
		});
		const { shown, secrets } = KINDS_OF_OBJECTS[kind].split(body);
		const hasSecrets = Object.keys(secrets).length > 0;
		const owned = this.#own.get(nameOf({ kind, key }));
		const digests = {
			bodyDigest: this.#keyed([shown, contentChecks]),
			secretsDigest: hasSecrets ? this.#keyed(secrets) : (owned?.secretsDigest ?? ""),
		};
		const sameSecrets = !hasSecrets || owned?.secretsDigest === digests.secretsDigest;
		const drifted = owned !== undefined && owned.seenDigest !== openDigest(this.#seenOf(owned));
		const keepsSecrets = sameSecrets && !drifted;
		return {
			...{ index, key, id, owned, secrets, digests, sameSecrets, drifted },
			wanted: { body, contentChecks, keepsSecrets, ...(passwordHash !== undefined && { passwordHash }) },
			sameBody: owned?.bodyDigest === digests.bodyDigest,
		};
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
	async finish(): Promise<Omit<AppliedConfig, "digest">> {
		const after: Present = new Map();
		for (const kind of new Set(this.#done.map(({ kind }) => kind))) {
			after.set(kind, await KINDS_OF_OBJECTS[kind].all(this.#tx, this.#actor.team.id, this.#deps.now));
		}
		const keys = new Map([...this.#own.values()].map(({ objectId, key }) => [objectId, key]));
		for (const { id, key } of this.#done) keys.set(id, key);
		const changes: ConfigChange[] = [];
		const owned: OwnedObject[] = [];
		for (const { kind, key, id, action, drifted, secretsChanged, digests } of this.#done) {
			const [was, is] = [this.#before.get(kind)?.get(id), after.get(kind)?.get(id)];
			if (digests !== null && is !== undefined) {
				const { project } = this.#input;
				owned.push({ project, kind, key, objectId: id, ...digests, seenDigest: openDigest(is.seen) });
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
		await saveOwned(this.#tx, this.#actor.team.id, owned, this.#deps.now);
		return { changes, unchanged: this.#unchanged, generated: this.#generated };
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

	#keyed(value: unknown): string {
		return keyedDigest(this.#deps.secret, value);
	}
}

const MASKED = "••••";

function nameOf({ kind, key }: Pick<OwnedObject, "kind" | "key">): string {
	return `${kind}/${key}`;
}

/** What an object is known by where it has no key. */
function labelOf(kind: ConfigKind, body: object): string {
	return String((body as Record<string, unknown>)[kind === "statusPages" ? "slug" : "name"]);
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
	return JSON.parse(JSON.stringify(changes), (_, value) =>
		typeof value === "string" ? (keys.get(value) ?? value) : value,
	);
}
