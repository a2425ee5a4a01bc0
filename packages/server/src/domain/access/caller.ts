/** Who sends a request. */

import type { Scope } from "./scopes.ts";
import type { Team } from "./team.ts";
/** A key that is valid now, and its team. */
export interface Caller {
	readonly key: { readonly id: number; readonly publicId: string; readonly scopes: readonly Scope[] };
	readonly team: Omit<Team, "createdAt">;
}
