/** What is asked of an application of a configuration, and what it answers. */

import type { FieldChange } from "../../domain/access/audit-event.ts";
import type { ConfigKind } from "../../domain/config/config.ts";
import type { KeptMember } from "../../domain/config/secret-places.ts";
import type { ConfigDeps, WantedContentCheck } from "./kinds.ts";

export interface WantedEntry {
	readonly key: string;
	/** A create body, in which an id that stands for another entry may be. */
	readonly body: object;
	readonly contentChecks: readonly WantedContentCheck[];
	/** What of the body stays as the object has it. */
	readonly kept: readonly KeptMember[];
	/** Of a page's password, when it is hashed already (./page-passwords.ts). */
	readonly passwordHash?: string;
}

export interface WantedConfig {
	readonly project: string;
	readonly objects: { readonly [Kind in ConfigKind]: readonly WantedEntry[] };
	/** How a change names people: addresses by ids. */
	readonly addresses: ReadonlyMap<string, string>;
	/** Whether objects of the same name (pages: slug) that no project owns are taken over. */
	readonly adopts: boolean;
	/** Whether what the project owns and the document lacks is deleted. */
	readonly prunes: boolean;
	/** The most that is deleted; null: half of what the project owns, and 20 at the most. */
	readonly pruneLimit: number | null;
	/** The digests of plans, one of which is applied; null: whatever changed since. */
	readonly expected: readonly string[] | null;
}

/** What a plan is told and may say, in place of an application. */
export interface Comparison {
	/** Whether secrets of the document are compared with those that were applied: whoever may only read could guess. */
	readonly comparesSecrets: boolean;
	/** Whether more than the limit is deleted, and said to be refused: nothing is saved. */
	readonly isPlan: boolean;
}

export interface ConfigChange {
	readonly kind: ConfigKind;
	readonly key: string;
	/** `mon_…`; in a plan null for what is created. */
	readonly id: string | null;
	readonly name: string;
	readonly action: "create" | "update" | "adopt" | "delete";
	/** Ids of the project's objects stand as their keys; secrets are masked. */
	readonly changes: readonly FieldChange[];
	/** Whether somebody changed the object since it was applied last. */
	readonly drifted: boolean;
	/** Whether the document changed it as well: some of the changes undo nothing of theirs. */
	readonly conflicts: boolean;
	/** Whether its secrets were changed so, and stay, because the document gives none. */
	readonly keepsSecrets: boolean;
	/** Of what is deleted: since when it existed, epoch milliseconds. Its history goes with it. */
	readonly existsSince: number | null;
}

/** A secret that the service made for a new object, and shows this once. */
export interface GeneratedSecret {
	readonly kind: ConfigKind;
	readonly key: string;
	/** JSON Pointer into the document. */
	readonly path: string;
	readonly value: string;
}

export interface AppliedConfig {
	readonly changes: readonly ConfigChange[];
	readonly unchanged: number;
	/** What the project owns and the document lacks, where that is not deleted. */
	readonly left: readonly { readonly kind: ConfigKind; readonly key: string }[];
	/** Of a plan: why its application would be refused, because it deletes more than its limit; else null. */
	readonly refusal: string | null;
	/** Of a plan: none. */
	readonly generated: readonly GeneratedSecret[];
	/** Whether all secrets that the document gives of objects that exist were compared with those applied last. */
	readonly comparesSecrets: boolean;
	/** Of the document and of what it would change or meet: the same until either of them changes. */
	readonly digest: string;
}

export type ApplyDeps = ConfigDeps & {
	/** 32 bytes of the installation; keys the digests of secrets. */
	readonly secret: Uint8Array;
};
