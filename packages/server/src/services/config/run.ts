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
import { withoutOpenSecrets, withoutSecretAddresses } from "../../domain/config/open-secrets.ts";
import { HIDDEN, keepsNone, keepsUnknown, valueAt } from "../../domain/config/secret-places.ts";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import {
	deleteOwned,
	type OwnedObject,
	ownedAmong,
	ownedObjects,
	saveOwned,
} from "../../storage/config/config-objects.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type Compared, compareEntry, cutLabels, type Digests, isAsWanted, keptOf } from "./compare-entry.ts";
import { keyedDigest, openDigest, secretDigests } from "./digests.ts";
import { type ChangedObject, KINDS_OF_OBJECTS, type Known, type NewObject, type PresentObject } from "./kinds.ts";
import type {
	AppliedConfig,
	ApplyDeps,
	Comparison,
	ConfigChange,
	GeneratedSecret,
	WantedConfig,
	WantedEntry,
} from "./wanted-config.ts";

type Present = Map<ConfigKind, ReadonlyMap<string, PresentObject>>;
type Secrets = Map<ConfigKind, ReadonlyMap<string, unknown>>;

/** What became of an object. */
interface Done {
	readonly kind: ConfigKind;
	readonly key: string;
	readonly id: string;
	readonly action: ConfigChange["action"];
	readonly drifted: boolean;
	readonly conflicts: boolean;
	readonly secretsChanged: boolean;
	readonly keepsSecrets: boolean;
	/** Null of what is deleted. */
	readonly digests: Digests | null;
}

/** An entry of the document beside what is there. */
interface ComparedEntry extends Compared {
	readonly index: number;
	/** Null of what is to be made. */
	readonly id: string | null;
	readonly owned: OwnedObject | undefined;
}

const UNTOUCHED = { drifted: false, conflicts: false, secretsChanged: false, keepsSecrets: false } as const;

/** One application within its transaction: what was there, what was done, and the ids of the document's entries. */
export class ConfigRun {
	readonly #tx: Tx;
	readonly #actor: TeamActor;
	readonly #input: WantedConfig;
	readonly #deps: ApplyDeps & Comparison;
	readonly #before: Present = new Map();
	readonly #secretsBefore: Secrets = new Map();
	/** The ids of what some project owns, where the document may take over what none does. */
	readonly #taken = new Set<string>();
	/** Those of the project whose object exists, by kind and key. */
	readonly #own = new Map<string, OwnedObject>();
	/** Of the entries of each kind, by their indices. */
	readonly #ids = new Map<ConfigKind, (string | undefined)[]>();
	readonly #done: Done[] = [];
	readonly #generated: GeneratedSecret[] = [];
	#unchanged = 0;
	#comparesSecrets = true;
	#refusal: string | null = null;

	constructor(tx: Tx, actor: TeamActor, input: WantedConfig, deps: ApplyDeps & Comparison) {
		this.#tx = tx;
		this.#actor = actor;
		this.#input = input;
		this.#deps = deps;
	}

	async read(): Promise<void> {
		const { project, objects, adopts } = this.#input;
		const owned = await ownedObjects(this.#tx, this.#actor.team.id, project);
		for (const kind of KINDS_IN_ORDER) {
			const ids = owned.filter((each) => each.kind === kind).map(({ objectId }) => objectId);
			const names = objects[kind].map(({ body }) => labelOf(kind, body));
			// A file may say less than a name that has a secret in it, which no list of names finds.
			const cut = new Set(adopts ? names.filter((name) => MAY_BE_CUT.test(name)) : []);
			const isMeant = (one: Pick<PresentObject, "id" | "name">) => cutLabels(one).some((label) => cut.has(label));
			const known = { ids, names, ...(cut.size > 0 && { isMeant }) };
			await this.#readKind(kind, known, this.#before, this.#secretsBefore);
		}
		for (const each of owned) {
			if (this.#before.get(each.kind)?.has(each.objectId)) this.#own.set(entryId(each), each);
		}
		if (!adopts) return;
		const present = [...this.#before.values()].flatMap((ofKind) => [...ofKind.keys()]);
		for (const { objectId } of await ownedAmong(this.#tx, this.#actor.team.id, present)) this.#taken.add(objectId);
	}

	async #readKind(kind: ConfigKind, known: Known, present: Present, held: Secrets): Promise<void> {
		const { all, secrets } = KINDS_OF_OBJECTS[kind];
		const { now, secretBox } = this.#deps;
		const found = await all(this.#tx, this.#actor.team.id, now, known);
		present.set(kind, found);
		held.set(kind, (await secrets?.(this.#tx, this.#actor.team.id, secretBox, [...found.keys()])) ?? new Map());
	}

	/**
	 * Of the document, its options, all that the project owns as it is now, and what bears the name of an entry that the
	 * project has no object for: that is taken over, or stands beside the new one, or in its way.
	 */
	digest(): string {
		const { project, objects, adopts, prunes, pruneLimit } = this.#input;
		const wanted = KINDS_IN_ORDER.map((kind) =>
			objects[kind].map(({ key, body, contentChecks, kept }) => [
				key,
				kept,
				withReferences(kind, body, ({ kind: to, name }) => this.#keyOf(to, name) ?? name),
				contentChecks,
			]),
		);
		const present = [...this.#own.values()].map((owned) => {
			const held = this.#secretsBefore.get(owned.kind)?.get(owned.objectId);
			return [entryId(owned), owned, this.#seenOf(owned), held];
		});
		const met = KINDS_IN_ORDER.map((kind) => {
			const fresh = objects[kind].filter(({ key }) => !this.#own.has(entryId({ kind, key })));
			const labels = new Set(fresh.map(({ body }) => labelOf(kind, body)));
			const called = (one: PresentObject) => [labelOf(kind, one.seen), ...cutLabels(one)];
			return [...(this.#before.get(kind)?.values() ?? [])].filter((one) =>
				called(one).some((label) => labels.has(label)),
			);
		});
		return this.#keyed([project, adopts, prunes, pruneLimit, wanted, present, met]);
	}

	/** Makes what is new, then changes what differs: of monitors that name one another, those first that others name. */
	async changeAll(kind: ConfigKind): Promise<Result<undefined, Problem>> {
		const entries = this.#input.objects[kind];
		const { newId, lock } = KINDS_OF_OBJECTS[kind];
		const existing = this.#existing(kind);
		// Entries may name one another, so all have their ids before the first one is made.
		this.#ids.set(kind, newId === undefined ? existing : existing.map((id) => id ?? newId()));
		const kept = this.#requireKept(kind, existing);
		if (isFailure(kept)) return kept;
		const compared = inOrder(kind, entries).map((index) => this.#compared(kind, index, existing[index] ?? null));
		this.#comparesSecrets &&= compared.every(({ comparesSecrets }) => comparesSecrets);
		const changing = compared.flatMap((one) => (one.id === null || isAsWanted(one) ? [] : [one.id]));
		const gone = this.#input.prunes ? this.#gone().filter((owned) => owned.kind === kind) : [];
		const ids = [...changing, ...gone.map(({ objectId }) => objectId)];
		if (ids.length > 0) await lock?.(this.#tx, this.#actor.team.id, ids, this.#deps.now);
		const made = await this.#createFresh(
			kind,
			compared.filter(({ id }) => id === null),
		);
		return isFailure(made) ? made : this.#updateDiffering(kind, compared);
	}

	/** What an entry leaves as it is must be there. */
	#requireKept(kind: ConfigKind, existing: readonly (string | undefined)[]): Result<undefined, Problem> {
		for (const [index, entry] of this.#input.objects[kind].entries()) {
			const held = this.#before.get(kind)?.get(existing[index] ?? "")?.seen;
			const missing = entry.kept.find(({ path }) => (keptOf(held, path, entry) ?? null) === null);
			if (missing === undefined) continue;
			const isOfSeveral = missing.path[0] === "contentChecks" && valueAt(held, ["contentChecks"]) !== undefined;
			const message = isOfSeveral ? keepsUnknown(missing.name) : keepsNone(missing.name);
			return invalid(`/${kind}/${index}/${missing.path.join("/")}`, message);
		}
		return success();
	}

	async #createFresh(kind: ConfigKind, fresh: readonly ComparedEntry[]): Promise<Result<undefined, Problem>> {
		const asked = fresh.map(({ index, wanted }): NewObject => {
			return { ...wanted, at: `/${kind}/${index}`, id: this.#ids.get(kind)?.[index] ?? null };
		});
		const made = await KINDS_OF_OBJECTS[kind].create(this.#tx, this.#actor, asked, this.#deps);
		if (isFailure(made)) return made;
		for (const [place, { index, key, secrets, digests }] of fresh.entries()) {
			const { id, generated } = made.data[place] as (typeof made.data)[number];
			this.#setId(kind, index, id);
			for (const [name, value] of Object.entries(generated)) {
				this.#generated.push({ kind, key, path: `/${kind}/${index}/channel/${name}`, value });
			}
			// Files that hold from now on what was generated say nothing else.
			const all = { ...secrets, ...generated };
			const secretDigests = { ...digests.secretDigests, ...this.#secretDigests(all) };
			const change = { kind, key, id, action: "create", digests: { ...digests, secretDigests } } as const;
			this.#done.push({ ...change, ...UNTOUCHED });
		}
		return success();
	}

	async #updateDiffering(kind: ConfigKind, compared: readonly ComparedEntry[]): Promise<Result<undefined, Problem>> {
		const differing: ChangedObject[] = [];
		for (const { index, key, id, wanted, owned, secrets, digests, ...is } of compared) {
			if (id === null) continue;
			const drifted = is.drifted || is.secretsDrifted;
			if (isAsWanted(is)) {
				this.#unchanged += 1;
				continue;
			}
			differing.push({ ...wanted, at: `/${kind}/${index}`, id });
			const change = { kind, key, id, action: owned === undefined ? "adopt" : "update", digests } as const;
			const secretsChanged = owned !== undefined && (!is.sameSecrets || is.secretsDrifted);
			const keepsSecrets = is.secretsDrifted && Object.keys(secrets).length === 0;
			this.#done.push({ ...change, drifted, conflicts: drifted && !is.sameBody, secretsChanged, keepsSecrets });
		}
		if (differing.length === 0) return success();
		const updated = await KINDS_OF_OBJECTS[kind].update(this.#tx, this.#actor, differing, this.#deps);
		return isFailure(updated) ? updated : success();
	}

	/** The ids of the objects that the entries are about, as far as they exist. */
	#existing(kind: ConfigKind): (string | undefined)[] {
		const free = this.#input.adopts ? this.#adoptable(kind) : [];
		return this.#input.objects[kind].map(({ key, body }) => {
			const owned = this.#own.get(entryId({ kind, key }));
			if (owned !== undefined) return owned.objectId;
			const label = labelOf(kind, body);
			const [one, ...others] = free.find((called) => called.has(label))?.get(label) ?? [];
			if (one === undefined || others.length > 0 || this.#taken.has(one.id)) return undefined;
			// The next entry of this name takes no second one.
			this.#taken.add(one.id);
			return one.id;
		});
	}

	/** What no project owns by its name, or slug; then by what files may call it where its name has a secret in it. */
	#adoptable(kind: ConfigKind): ReadonlyMap<string | undefined, readonly PresentObject[]>[] {
		const free = [...(this.#before.get(kind)?.values() ?? [])].filter(({ id }) => !this.#taken.has(id));
		return [
			Map.groupBy(free, ({ seen }) => labelOf(kind, seen)),
			...(kind === "statusPages" ? [] : [0, 1]).map((form) => Map.groupBy(free, (one) => cutLabels(one)[form])),
		];
	}

	#compared(kind: ConfigKind, index: number, id: string | null): ComparedEntry {
		const entry = this.#input.objects[kind][index] as WantedEntry;
		const owned = this.#own.get(entryId({ kind, key: entry.key }));
		const seen = this.#before.get(kind)?.get(id ?? "")?.seen;
		const existing = { id, seen, secrets: this.#secretsBefore.get(kind)?.get(id ?? ""), owned };
		const idAt = (to: ConfigKind, place: number) => this.#ids.get(to)?.[place];
		return { index, id, owned, ...compareEntry(kind, entry, existing, { ...this.#deps, idAt }) };
	}

	/** What the project owns and the document lacks. */
	#gone(): readonly OwnedObject[] {
		const kept = new Set(
			KINDS_IN_ORDER.flatMap((kind) => this.#input.objects[kind].map(({ key }) => entryId({ kind, key }))),
		);
		return [...this.#own.values()].filter((owned) => !kept.has(entryId(owned)));
	}

	/** Deletes what left the document, last what others name. */
	async prune(): Promise<Result<undefined, Problem>> {
		const gone = this.#gone();
		const limit = this.#input.pruneLimit ?? Math.min(USUAL_PRUNE_LIMIT, Math.floor(this.#own.size / 2));
		if (gone.length > limit) {
			const text = `${gone.length} of ${this.#own.size} objects of the project ${this.#input.project} would be deleted`;
			this.#refusal = `${text}; the limit is ${limit}. Give a higher one if you mean it.`;
			if (!this.#deps.isPlan) return problem("unconfirmed", "pruneLimit", this.#refusal);
		}
		for (const kind of [...KINDS_IN_ORDER].reverse()) {
			for (const owned of gone.filter((each) => each.kind === kind)) {
				const removed = await KINDS_OF_OBJECTS[kind].remove(this.#tx, this.#actor, owned.objectId, this.#deps);
				if (isFailure(removed)) return removed;
				await deleteOwned(this.#tx, this.#actor.team.id, owned);
				const { key, objectId: id } = owned;
				this.#done.push({ kind, key, id, action: "delete", ...UNTOUCHED, digests: null });
			}
		}
		return success();
	}

	/** What was done, as people read it. Says in the database what is owned now. */
	async finish(): Promise<Omit<AppliedConfig, "digest">> {
		const after: Present = new Map();
		const held: Secrets = new Map();
		for (const [kind, done] of Map.groupBy(this.#done, ({ kind }) => kind)) {
			await this.#readKind(kind, { ids: done.map(({ id }) => id), names: [] }, after, held);
		}
		const own = [...this.#own.values()].map(({ objectId, key }) => [objectId, key] as const);
		const keys = new Map([...this.#input.addresses, ...own]);
		for (const { id, key } of this.#done) keys.set(id, key);
		const changes: ConfigChange[] = [];
		const owned: OwnedObject[] = [];
		for (const { kind, key, id, action, secretsChanged, digests, ...since } of this.#done) {
			const [was, is] = [this.#before.get(kind)?.get(id), after.get(kind)?.get(id)];
			if (digests !== null && is !== undefined) {
				const { project } = this.#input;
				const heldDigest = this.#keyed(held.get(kind)?.get(id) ?? null);
				owned.push({ project, kind, key, objectId: id, ...digests, seenDigest: openDigest(is.seen), heldDigest });
			}
			const seen = fieldChanges(was, is, action);
			const all = secretsChanged ? [...seen, { field: "secrets", before: MASKED, after: MASKED }] : seen;
			// The document says the same in other words.
			if (action === "update" && all.length === 0) this.#unchanged += 1;
			else {
				const name = shownText(is?.name ?? was?.name ?? key);
				const existsSince = action === "delete" ? (was?.createdAt ?? null) : null;
				const change = { kind, key, id, name, action, changes: asShown(all, keys) };
				const { drifted, conflicts, keepsSecrets } = since;
				changes.push({ ...change, drifted, conflicts, keepsSecrets, existsSince });
			}
		}
		await saveOwned(this.#tx, this.#actor.team.id, owned, this.#deps.now);
		const comparesSecrets = this.#comparesSecrets;
		const left = this.#input.prunes ? [] : this.#gone().map(({ kind, key }) => ({ kind, key }));
		const done = { changes, unchanged: this.#unchanged, left, refusal: this.#refusal };
		return { ...done, generated: this.#generated, comparesSecrets };
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

	#secretDigests(secrets: object): Readonly<Record<string, string>> {
		return secretDigests(this.#deps.secret, secrets);
	}

	#keyed(value: unknown): string {
		return keyedDigest(this.#deps.secret, value);
	}
}

const MASKED = "••••";

function entryId({ kind, key }: Pick<OwnedObject, "kind" | "key">): string {
	return `${kind}/${key}`;
}

/** What an object is known by where it has no key. */
function labelOf(kind: ConfigKind, body: object): string {
	return String(valueAt(body, [kind === "statusPages" ? "slug" : "name"]));
}

/** What may be left of a name of which a secret is cut: something like a host. */
const MAY_BE_CUT = /[./:]/;

function fieldChanges(
	before: PresentObject | undefined,
	after: PresentObject | undefined,
	action: ConfigChange["action"],
): FieldChange[] {
	if (action === "delete") return [];
	const is = after?.seen ?? {};
	if (action === "create") return contents(withoutOpenSecrets(is));
	const was = before?.seen ?? {};
	return changesOf(withoutOpenSecrets(was, is), withoutOpenSecrets(is), {});
}

/** With keys in the place of ids. Plans stand in comments of pull requests and in answers of models. */
function asShown(changes: readonly FieldChange[], keys: ReadonlyMap<string, string>): FieldChange[] {
	return JSON.parse(JSON.stringify(changes), (_, value) =>
		typeof value === "string" ? (keys.get(value) ?? shownText(value)) : value,
	);
}

function shownText(text: string): string {
	const open = withoutSecretAddresses(text);
	return open === text ? text : `${open} ${HIDDEN}`;
}
