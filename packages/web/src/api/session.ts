/** Who is signed in, and what they may do. */

import { queryOptions } from "@tanstack/react-query";
import { ApiFault } from "./fault.ts";
import { dataOf, lapwing } from "./request.ts";

export const ROLES = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

interface SignIn {
	/** Whether the service was reached in a way in which passkeys work: https, or localhost. */
	readonly passkeys: boolean;
	/** Whether it can send sign-in links by mail. */
	readonly email: boolean;
	/** Whether passwords are taken at the address of the page. */
	readonly password: boolean;
	readonly oidc: { readonly name: string } | null;
}

export interface TeamOfSession {
	readonly slug: string;
	readonly name: string;
	readonly role: Role;
	readonly scopes: readonly string[];
}

export interface Session {
	readonly user: {
		readonly id: string;
		readonly name: string;
		readonly email: string;
		/** Whether the person has proven that the address is theirs. */
		readonly emailProven: boolean;
		readonly createdAt: string;
	};
	readonly session: {
		readonly id: string;
		readonly createdAt: string;
		readonly expiresAt: string;
		/** How it began; one that began with a password changes no passkey. */
		readonly way: "link" | "passkey" | "oidc" | "password" | null;
	};
	readonly teams: readonly TeamOfSession[];
	readonly signIn: SignIn;
	/** What the operator has set. */
	readonly service: {
		/** Of links in notices and mails; null: they have none. */
		readonly linkOrigin: string | null;
		/** Whether alerts by email can be sent. */
		readonly sendsMail: boolean;
	};
	readonly password: {
		readonly isSet: boolean;
		/** Whether the session is fresh enough to set one. */
		readonly canBeSet: boolean;
	};
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

/** Ends the session, and leads to the sign-in page with a full page load, so that none of its data remains. */
export async function signOutTo(returnTo?: string): Promise<void> {
	// Without an answer the sign-in page says what is wrong.
	await signOut().catch(() => {});
	location.assign(returnTo === undefined ? "/sign-in" : `/sign-in?return=${encodeURIComponent(returnTo)}`);
}
