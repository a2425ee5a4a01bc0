/** Who is signed in, and what they may do. */

import { queryOptions } from "@tanstack/react-query";
import { ApiFault } from "./fault.ts";
import { dataOf, lapwing } from "./request.ts";

export const ROLES = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

export interface SignIn {
	/** Whether the service was reached in a way in which passkeys work: https, or localhost. */
	readonly passkeys: boolean;
	/** Whether it can send sign-in links by mail. */
	readonly email: boolean;
	readonly oidc: { readonly name: string } | null;
}

export interface TeamOfSession {
	readonly slug: string;
	readonly name: string;
	readonly role: Role;
	readonly scopes: readonly string[];
}

export interface Session {
	readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly createdAt: string };
	readonly session: { readonly id: string; readonly createdAt: string; readonly expiresAt: string };
	readonly teams: readonly TeamOfSession[];
	readonly signIn: SignIn;
}

/** Null when nobody is signed in, which is not an error. */
export const sessionQuery = queryOptions({
	queryKey: ["session"],
	staleTime: 60_000,
	queryFn: async ({ signal }): Promise<Session | null> => {
		try {
			return await dataOf(lapwing.get("/api/v1/session", { signal }));
		} catch (error) {
			if (error instanceof ApiFault && error.status === 401) return null;
			throw error;
		}
	},
});

export const signInQuery = queryOptions({
	queryKey: ["sign-in"],
	staleTime: Number.POSITIVE_INFINITY,
	queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/sign-in", { signal })),
});

export function signOut(): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/session"));
}
