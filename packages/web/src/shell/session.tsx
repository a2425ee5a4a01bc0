/** The reader within the shell: who they are, in which team, and what they may do. */

import { createContext, type ReactNode, use } from "react";
import type { Session, TeamOfSession } from "../api/session.ts";
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

/**
 * Whether the reader's role has a scope of the API. The API decides; this only spares them a button that can't work.
 */
export function useMay(scope: string): boolean {
	return useReader().team.scopes.includes(scope);
}

/** Its contents for those who may, a sentence for those who may not. */
export function Needs({ scope, what, children }: { scope: string; what: string; children: ReactNode }) {
	return useMay(scope) ? children : <Forbidden what={what} />;
}
