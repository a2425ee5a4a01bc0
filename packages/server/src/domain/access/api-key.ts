/** A key by which a program acts for a team. */

import type { Scope } from "./scopes.ts";

export interface ApiKey {
	readonly id: number;
	/** `key_…` */
	readonly publicId: string;
	readonly teamId: number;
	readonly name: string;
	/** Its first characters, by which people recognise it. */
	readonly prefix: string;
	readonly scopes: readonly Scope[];
	readonly expiresAt: number | null;
	readonly revokedAt: number | null;
	readonly lastUsedAt: number | null;
	readonly createdAt: number;
}
