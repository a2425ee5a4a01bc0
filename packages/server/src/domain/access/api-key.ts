/** A key by which a program acts for a team. */

import type { Scope } from "./scopes.ts";

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
	readonly createdAt: number;
}
