/**
 * What members of a team may do: a role grants scopes, and scopes are all that routes ask for
 * (docs/rules/access.md#roles).
 */

import { SCOPES, type Scope } from "./scopes.ts";

/** From the least to the most. The database stores the position: new roles go to the end. */
export const ROLES = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Who belongs to a team, by which key, and what was done: for those who run the team. */
const ADMINISTRATION: readonly Scope[] = ["keys:read", "members:read", "audit:read"];

const VIEWER = SCOPES.filter((scope) => scope.endsWith(":read") && !ADMINISTRATION.includes(scope));

const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
	viewer: VIEWER,
	editor: [...VIEWER, "monitors:write", "maintenance:write", "status-pages:write", "incidents:write"],
	admin: SCOPES.filter((scope) => scope !== "team:write"),
	owner: SCOPES,
};

export function scopesOf(role: Role): readonly Scope[] {
	return ROLE_SCOPES[role];
}

export function isRole(word: unknown): word is Role {
	return (ROLES as readonly unknown[]).includes(word);
}

/**
 * The scopes among `wanted` that `own` lacks: nobody gives away, or takes from another, what they don't have
 * themselves.
 */
export function missingScopes(own: readonly Scope[], wanted: readonly Scope[]): Scope[] {
	return wanted.filter((scope) => !own.includes(scope));
}
