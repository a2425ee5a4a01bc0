/** Who is signed in, and what they may do. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../client/api-error.ts";
import { dataOf, lapwing } from "../client/request.ts";

export const ROLES = ["viewer", "editor", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

export type Session = components["schemas"]["Session"];
export type TeamOfSession = Session["teams"][number];
export type Scope = TeamOfSession["scopes"][number];

/** Null when nobody is signed in, which is not an error. */
export const sessionQuery = queryOptions({
	queryKey: ["session"],
	staleTime: 60_000,
	queryFn: async ({ signal }): Promise<Session | null> => {
		try {
			return await dataOf(lapwing.get("/api/v1/session", { signal }));
		} catch (error) {
			if (error instanceof ApiError && error.status === 401) return null;
			throw error;
		}
	},
});

export const signInQuery = queryOptions({
	queryKey: ["sign-in"],
	staleTime: Number.POSITIVE_INFINITY,
	queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/sign-in", { signal })),
});

function signOut(): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/session"));
}

/** Ends the session, and leads to the sign-in page with a full page load, so that none of its data remains. */
export async function signOutTo(returnTo?: string): Promise<void> {
	// Without an answer the sign-in page says what is wrong.
	await signOut().catch(() => {});
	location.assign(returnTo === undefined ? "/sign-in" : `/sign-in?return=${encodeURIComponent(returnTo)}`);
}
