/** Locations that exist, as the rules of where checks are made need them. */

import type { Location } from "../../domain/checks/locations/locations.ts";
import { LOCATION_HINTS } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** In the order in which they were made. @param teamId those that this team can name; default: of all teams */
export async function knownLocations({ db }: Pick<Tx, "db">, teamId?: number): Promise<readonly Location[]> {
	const rows = await db
		.selectFrom("locations")
		.select(["id", "name", "team_id", "hint", "allows_private_targets"])
		.where("deleted_at", "is", null)
		.$if(teamId !== undefined, (query) =>
			query.where((is) => is.or([is("team_id", "=", teamId ?? 0), is("team_id", "is", null)])),
		)
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		teamId: row.team_id,
		hint: row.hint === null ? null : labelOf(LOCATION_HINTS, row.hint),
		allowsPrivateTargets: row.allows_private_targets === 1,
	}));
}
