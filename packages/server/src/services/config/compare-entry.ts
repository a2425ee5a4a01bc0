/** An entry of a document beside the object that it is about, and beside what was applied of it last. */

import { type ConfigKind, standsFor, withReferences } from "../../domain/config/config.ts";
import { nameApart, openSecretPlaces, withoutSecretAddresses } from "../../domain/config/open-secrets.ts";
import { type Path, placeIn, valueAt, withMemberAt, withValueAt } from "../../domain/config/secret-places.ts";
import type { OwnedObject } from "../../storage/config/config-objects.ts";
import { areApplied, keyedDigest, openDigest, secretDigests } from "./digests.ts";
import { keptOfContentChecks } from "./kept-content-checks.ts";
import { KINDS_OF_OBJECTS, type PresentObject, type WantedObject } from "./kinds.ts";
import type { WantedEntry } from "./wanted-config.ts";

export type Digests = Pick<OwnedObject, "bodyDigest" | "secretDigests">;

export interface Compared {
	readonly key: string;
	readonly wanted: WantedObject;
	readonly secrets: object;
	readonly digests: Digests;
	readonly sameBody: boolean;
	readonly sameSecrets: boolean;
	/** False where its secrets count as the same unseen. */
	readonly comparesSecrets: boolean;
	readonly drifted: boolean;
	/** Whether somebody changed its secrets since it was applied last. */
	readonly secretsDrifted: boolean;
}

export function isAsWanted(is: Pick<Compared, "sameBody" | "sameSecrets" | "drifted" | "secretsDrifted">): boolean {
	return is.sameBody && is.sameSecrets && !is.drifted && !is.secretsDrifted;
}

/** The object that an entry is about. */
interface Existing {
	/** Null: there is none yet. */
	readonly id: string | null;
	readonly seen: object | undefined;
	readonly secrets: unknown;
	/** What was applied of it last; undefined where the project does not own it. */
	readonly owned: OwnedObject | undefined;
}

interface Comparing {
	/** Of the installation. */
	readonly secret: Uint8Array;
	readonly comparesSecrets: boolean;
	/** The id of the object of another entry, by its index; undefined while there is none. */
	idAt(kind: ConfigKind, index: number): string | undefined;
}

export function compareEntry(kind: ConfigKind, wanted: WantedEntry, is: Existing, comparing: Comparing): Compared {
	const { key, passwordHash, ...entry } = wanted;
	const { seen, owned } = is;
	const { secret, idAt } = comparing;
	const { contentChecks, ...whole } = entry.kept.reduce(
		(value, { path }) => withMemberAt(value, path, keptOf(seen, path, entry)) as typeof value,
		{ ...entry.body, contentChecks: entry.contentChecks },
	);
	const keptName = keptNameOf(is, valueAt(whole, ["name"]), secret);
	const named = withValueAt(whole, ["name"], (name) => keptName?.name ?? name);
	const body = withReferences(kind, named as object, ({ kind: to, name }) => {
		const place = standsFor(to, name);
		return place === null ? name : (idAt(to, place) ?? name);
	});
	const { shown, secrets } = KINDS_OF_OBJECTS[kind].split(body);
	const drifted = owned !== undefined && owned.seenDigest !== openDigest(seen);
	const open = openSecretsOf(shown, entry.kept, secret);
	const bodyDigest = keyedDigest(secret, [open.rest, contentChecks]);
	const sameBody = owned?.bodyDigest === bodyDigest && areApplied(open.given, owned.secretDigests);
	const { given, applied, ...ofSecrets } = compareSecrets(secrets, is, comparing);
	const keepsSecrets = ofSecrets.sameSecrets && !ofSecrets.secretsDrifted;
	// A change of the rest, or of another secret, may have removed those that the document does not give.
	const still = sameBody && keepsSecrets ? applied : {};
	const digests = { bodyDigest, secretDigests: { ...still, ...given, ...open.all, ...keptName?.digests } };
	return {
		...{ key, secrets, digests, sameBody, drifted, ...ofSecrets },
		wanted: { body, contentChecks, keepsSecrets, ...(passwordHash !== undefined && { passwordHash }) },
	};
}

/** The name of an object that was taken over, where it has a secret in it that the document does not say. */
function keptNameOf({ id, seen, owned }: Existing, said: unknown, secret: Uint8Array) {
	const name = valueAt(seen, ["name"]);
	if (id === null || typeof name !== "string" || typeof said !== "string") return null;
	if (!cutLabels({ id, name }).includes(said)) return null;
	const digests = secretDigests(secret, { [openName(["name"])]: withoutSecretAddresses(name) });
	return owned === undefined || areApplied(digests, owned.secretDigests) ? { name, digests } : null;
}

/**
 * What lets someone in though it is open has a digest apart, as secrets have: where its variable is not set, what
 * somebody changed there is no change of the files. `given`: those that the document has.
 */
function openSecretsOf(shown: object, kept: WantedEntry["kept"], secret: Uint8Array) {
	const places = openSecretPlaces(shown);
	const names = new Set(kept.map(({ path }) => openName(path)));
	const values = Object.fromEntries(places.map((place) => [openName(place), valueAt(shown, place)]));
	const all = secretDigests(secret, values);
	return {
		rest: places.reduce<unknown>((value, place) => withValueAt(value, place, () => null), shown),
		all,
		given: Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name))),
	};
}

/** The secrets of an entry beside those that were applied last, and those that the object has. */
function compareSecrets(secrets: object, { owned, ...held }: Existing, { secret, ...comparing }: Comparing) {
	const given = secretDigests(secret, secrets);
	const applied = owned?.secretDigests ?? {};
	const comparesSecrets = comparing.comparesSecrets || owned === undefined || Object.keys(given).length === 0;
	// Of what came from another installation it is not known what was held.
	const isHeldKnown = owned !== undefined && owned.heldDigest !== "";
	return {
		...{ given, applied, comparesSecrets },
		sameSecrets: !comparesSecrets || areApplied(given, applied),
		secretsDrifted: isHeldKnown && owned.heldDigest !== keyedDigest(secret, held.secrets ?? null),
	};
}

/** Of a digest; no secret of an object is called so. */
function openName(path: Path): string {
	return `open:${path.join("/")}`;
}

/** What files may call an object that has a secret in its name: the rest of it, or that and a part of its id. */
export function cutLabels({ id, name }: Pick<PresentObject, "id" | "name">): readonly string[] {
	const rest = withoutSecretAddresses(name);
	return rest === name ? [] : [rest, nameApart(rest, id)];
}

/** What an object has where an entry has nothing. */
export function keptOf(
	held: object | undefined,
	path: Path,
	{ body, contentChecks, kept }: Omit<WantedEntry, "key">,
): unknown {
	if (path[0] !== "contentChecks") return valueAt(held, placeIn(held, path, body));
	const present = (valueAt(held, ["contentChecks"]) ?? []) as readonly object[];
	const paths = kept.map((each) => each.path);
	return keptOfContentChecks(contentChecks, present, paths, path);
}
