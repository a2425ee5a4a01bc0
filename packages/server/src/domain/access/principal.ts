/**
 * Who sends a request. Routes check the scopes, queries use the team; rate limits, logs and audit events name the
 * actor.
 */

import type { Scope } from "./scopes.ts";
import type { NamedTeam } from "./team.ts";
import type { WayIn } from "./user.ts";

/** A program with an API key. */
interface KeyActor {
	readonly kind: "key";
	readonly id: number;
	/** `key_…` */
	readonly publicId: string;
	/** The key's name. */
	readonly name: string;
}

/** A person who is signed in. */
interface UserActor {
	readonly kind: "user";
	readonly id: number;
	/** `usr_…` */
	readonly publicId: string;
	readonly name: string;
}

export type Requesting = KeyActor | UserActor;

export interface Principal {
	readonly actor: Requesting;
	/** The team that the request is about. */
	readonly team: NamedTeam;
	/** The scopes of the actor in that team. */
	readonly scopes: readonly Scope[];
}

/** A signed-in person and their session, independent of a team. */
export interface Person {
	readonly actor: UserActor;
	readonly email: string;
	/** When somebody proved that the address is theirs; null: nobody did. */
	readonly provenAt: number | null;
	readonly createdAt: number;
	readonly session: {
		readonly id: number;
		/** `ses_…` */
		readonly publicId: string;
		readonly createdAt: number;
		readonly expiresAt: number;
		/** How it began; null: an earlier version opened it. */
		readonly way: WayIn | null;
	};
}

/** A unique key for the actor; rate limits count by it. */
export function actorKey({ kind, id }: Pick<Requesting, "kind" | "id">): string {
	return `${kind}:${id}`;
}
