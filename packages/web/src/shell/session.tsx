/** The signed-in user: identity, team and scopes. */

import { createContext, type ReactNode, use } from "react";
import type { Scope, Session, TeamOfSession } from "../api/people/session.ts";
import { Forbidden } from "../ui/states.tsx";

interface Reader {
	readonly session: Session;
	readonly team: TeamOfSession;
}

const ReaderContext = createContext<Reader | null>(null);

export const ReaderProvider = ReaderContext.Provider;

export function useReader(): Reader {
	const reader = use(ReaderContext);
	if (reader === null) throw new Error("There is no reader outside of the shell");
	return reader;
}

/** Whether the user's role has a scope. The API decides; this only hides buttons that would be refused. */
export function useMay(scope: Scope): boolean {
	return useReader().team.scopes.includes(scope);
}

/** The content for users with the scope, a sentence for others. */
export function Needs({ scope, what, children }: { scope: Scope; what: string; children: ReactNode }) {
	return useMay(scope) ? children : <Forbidden what={what} toOthers={scope.endsWith(":read") ? "seen" : "changed"} />;
}
