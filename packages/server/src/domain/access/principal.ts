/** Who sends a request: routes ask for the scopes, queries for the team; limits, logs and audit events name the actor. */

import type { Scope } from "./scopes.ts";
import type { Team } from "./team.ts";

/** A program with an API key. */
export interface KeyActor {
	readonly kind: "key";
	readonly id: number;
	/** `key_…` */
	readonly publicId: string;
}

export type Actor = KeyActor;

export interface Principal {
	readonly actor: Actor;
	/** The team that the request is about. */
	readonly team: Omit<Team, "createdAt">;
	/** What the actor may do in that team. */
	readonly scopes: readonly Scope[];
}

/** A name for the actor that no other actor has: what rate limits count by. */
export function actorKey({ kind, id }: Actor): string {
	return `${kind}:${id}`;
}
