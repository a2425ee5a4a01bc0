/** The team: its name, its members, whom it invited, its keys, and what was done in it. */

import type { components } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing, type Sent } from "../client/request.ts";
import type { Role } from "./session.ts";

type Schemas = components["schemas"];
type Team = Schemas["Team"];
export type Member = Schemas["Member"];
/** With its link in the answer to its creation alone. */
export type Invitation = Schemas["Invitation"] & Partial<Schemas["NewInvitation"]>;
/** With its secret in the answer to its creation alone. */
export type Key = Schemas["Key"] & Partial<Schemas["NewKey"]>;
export type AuditEvent = Schemas["AuditEvent"];

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
/** @param text in who did it or in what it was done to; empty: all */
export function auditQuery(text = "") {
	return infiniteQueryOptions({
		queryKey: ["audit-events", text],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => {
			const query = { perPage: 50, cursor, ...(text !== "" && { q: text }) };
			return dataOf(lapwing.page("/api/v1/audit-events", { query, signal }));
		},
		getNextPageParam: (page) => page.next,
	});
}

export function updateTeam(team: Partial<Pick<Team, "name" | "allowsPasswords">>): Promise<Team> {
	return dataOf(lapwing.patch("/api/v1/team", { body: team }));
}

export function changeRole(memberId: string, role: Role): Promise<Member> {
	return dataOf(lapwing.patch("/api/v1/members/{id}", { path: { id: memberId }, body: { role } }));
}

/** @param keys what becomes of the keys that the member made */
export function removeMember(memberId: string, keys: "revoke" | "keep"): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/members/{id}", { path: { id: memberId }, query: { keys } }));
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
