/**
 * Who sends a request: routes ask for the scopes, queries for the team; limits, logs and audit events name the actor.
 */

import type { Scope } from "./scopes.ts";
import type { Team } from "./team.ts";

/** A program with an API key. */
export interface KeyActor {
	readonly kind: "key";
	readonly id: number;
	/** `key_…` */
	readonly publicId: string;
	/** As its owners named it. */
	readonly name: string;
}

/** A person who is signed in. */
export interface UserActor {
	readonly kind: "user";
	readonly id: number;
	/** `usr_…` */
	readonly publicId: string;
	readonly name: string;
}

export type Actor = KeyActor | UserActor;

export interface Principal {
	readonly actor: Actor;
	/** The team that the request is about. */
	readonly team: Omit<Team, "createdAt">;
	/** What the actor may do in that team. */
	readonly scopes: readonly Scope[];
}

/** Who is signed in, and through which session, whatever the team. */
export interface Person {
	readonly actor: UserActor;
	readonly email: string;
	readonly createdAt: number;
	readonly session: {
		readonly id: number;
		/** `ses_…` */
		readonly publicId: string;
		readonly createdAt: number;
		readonly expiresAt: number;
	};
}

/** A name for the actor that no other actor has: what rate limits count by. */
export function actorKey({ kind, id }: Pick<Actor, "kind" | "id">): string {
	return `${kind}:${id}`;
}
