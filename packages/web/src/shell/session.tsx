/** The signed-in user: identity, team and scopes. */

import { createContext, type ReactNode, use } from "react";
import type { Scope, Session, TeamOfSession } from "../api/people/session.ts";
import { Forbidden } from "../ui/states.tsx";

interface SignedIn {
	readonly session: Session;
	readonly team: TeamOfSession;
}

const SignedInContext = createContext<SignedIn | null>(null);

export const SignedInProvider = SignedInContext.Provider;

export function useSignedIn(): SignedIn {
	const signedIn = use(SignedInContext);
	if (signedIn === null) throw new Error("Nobody is signed in outside of the shell");
	return signedIn;
}

/** Whether the user's role has a scope. The API decides; this only hides buttons that would be refused. */
export function useMay(scope: Scope): boolean {
	return useSignedIn().team.scopes.includes(scope);
}

/** The content for users with the scope, a sentence for others. */
export function Needs({ scope, what, children }: { scope: Scope; what: string; children: ReactNode }) {
	return useMay(scope) ? children : <Forbidden what={what} toOthers={scope.endsWith(":read") ? "seen" : "changed"} />;
}
