/** The roles of members. A role grants scopes; routes check only scopes (docs/rules/access.md#roles). */

import { SCOPES, type Scope } from "./scopes.ts";

/** From fewest to most scopes. The database stores the index, so new roles go to the end. */
export const ROLES = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Read scopes that viewers lack, and editors too unless they are given below: of people's addresses, and of keys. */
const ADMINISTRATION: readonly Scope[] = ["config:read", "keys:read", "members:read", "audit:read", "subscribers:read"];

const VIEWER = SCOPES.filter((scope) => scope.endsWith(":read") && !ADMINISTRATION.includes(scope));

const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
	viewer: VIEWER,
	editor: [
		...VIEWER,
		"monitors:write",
		"maintenance:write",
		"status-pages:write",
		"incidents:write",
		"schedules:write",
		"outages:write",
		"subscribers:read",
		"subscribers:write",
		"config:read",
		"config:write",
	],
	admin: SCOPES.filter((scope) => scope !== "team:write"),
	owner: SCOPES,
};

export function scopesOf(role: Role): readonly Scope[] {
	return ROLE_SCOPES[role];
}

export function isRole(word: unknown): word is Role {
	return (ROLES as readonly unknown[]).includes(word);
}

/** The scopes in `wanted` that are not in `own`: nobody grants or removes scopes that they lack themselves. */
export function missingScopes(own: readonly Scope[], wanted: readonly Scope[]): Scope[] {
	return wanted.filter((scope) => !own.includes(scope));
}
