/** A key by which a program acts for a team. */

import { isoOrNull } from "../time-text.ts";
import type { Scope } from "./scopes.ts";

export interface KeyMaker {
	/** `usr_…` */
	readonly publicId: string;
	readonly name: string;
	/** Whether they are a member of the key's team. */
	readonly isMember: boolean;
}

export interface ApiKey {
	readonly id: number;
	/** `key_…` */
	readonly publicId: string;
	readonly teamId: number;
	readonly name: string;
	/** The first characters of the key, for display. */
	readonly prefix: string;
	readonly scopes: readonly Scope[];
	readonly expiresAt: number | null;
	readonly revokedAt: number | null;
	readonly lastUsedAt: number | null;
	/** Who made it, or who made the key that did; null: the command line, or an account that is gone. */
	readonly createdBy: KeyMaker | null;
	readonly createdAt: number;
}

/** What is seen of a key, in the API and in audit events. */
export function keyFields({ name, scopes, prefix, expiresAt }: ApiKey) {
	return { name, scopes: [...scopes], prefix, expiresAt: isoOrNull(expiresAt) };
}
