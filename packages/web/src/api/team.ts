/** The team: its name, its members, whom it invited, its keys, and what was done in it. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing, type Sent } from "./request.ts";
import type { Role } from "./session.ts";

export interface Team {
	readonly slug: string;
	readonly name: string;
	readonly createdAt: string;
}

export interface Member {
	readonly id: string;
	readonly user: {
		readonly id: string;
		readonly name: string;
		readonly email: string;
		readonly lastSeenAt: string | null;
	};
	readonly role: Role;
	readonly createdAt: string;
}

export interface Invitation {
	readonly id: string;
	readonly email: string;
	readonly role: Role;
	readonly createdAt: string;
	readonly expiresAt: string;
	/** In the answer to its creation alone. */
	readonly link?: string;
}

export interface Key {
	readonly id: string;
	readonly name: string;
	readonly prefix: string;
	readonly scopes: readonly string[];
	readonly createdAt: string;
	readonly expiresAt: string | null;
	readonly lastUsedAt: string | null;
	/** In the answer to its creation alone. */
	readonly secret?: string;
}

export interface AuditEvent {
	readonly id: string;
	readonly at: string;
	readonly actor: { readonly kind: "key" | "user" | "cli"; readonly id: string | null; readonly name: string | null };
	readonly action: string;
	readonly objectType: string;
	readonly objectId: string | null;
	readonly objectName: string | null;
	readonly address: string | null;
	readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
}

export const teamQuery = queryOptions({
	queryKey: ["team"],
	queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/team", { signal })),
});
export const membersQuery = queryOptions({
	queryKey: ["members"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/members", { query: { perPage: 200 }, signal })),
});
export const invitationsQuery = queryOptions({
	queryKey: ["invitations"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/invitations", { query: { perPage: 200 }, signal })),
});
export const keysQuery = queryOptions({
	queryKey: ["keys"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/keys", { query: { perPage: 200 }, signal })),
});
export const auditQuery = infiniteQueryOptions({
	queryKey: ["audit-events"],
	initialPageParam: undefined as string | undefined,
	queryFn: ({ pageParam: cursor, signal }) =>
		dataOf(lapwing.page("/api/v1/audit-events", { query: { perPage: 50, cursor }, signal })),
	getNextPageParam: (page) => page.next,
});

export function renameTeam(name: string): Promise<Team> {
	return dataOf(lapwing.patch("/api/v1/team", { body: { name } }));
}

export function changeRole(memberId: string, role: Role): Promise<Member> {
	return dataOf(lapwing.patch("/api/v1/members/{id}", { path: { id: memberId }, body: { role } }));
}

export function removeMember(memberId: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/members/{id}", { path: { id: memberId } }));
}

export function invite(email: string, role: Role): Promise<Invitation> {
	return dataOf(lapwing.post("/api/v1/invitations", { body: { email, role } }));
}

export function deleteInvitation(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/invitations/{id}", { path: { id } }));
}

export function createKey(key: { name: string; scopes: readonly string[]; expiresAt: string | null }): Promise<Key> {
	return dataOf(lapwing.post("/api/v1/keys", { body: key as Sent<"POST", "/api/v1/keys"> }));
}

export function revokeKey(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/keys/{id}", { path: { id } }));
}
