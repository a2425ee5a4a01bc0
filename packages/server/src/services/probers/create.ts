import { success } from "@lapwing/result";
import { DAY_MS } from "../../domain/durations.ts";
import { proberFields } from "../../domain/locations/prober.ts";
import { problem } from "../../domain/problem.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import { locationFor } from "../../storage/locations/locations.ts";
import { countProbers, findProber, insertProber } from "../../storage/locations/probers.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Makes the token of a new prober, its user in NATS and its key. */
export type IssueToken = (prober: {
	/** `team_…`; null: the installation's. */
	readonly team: string | null;
	/** `loc_…` */
	readonly location: string;
	/** `pro_…` */
	readonly prober: string;
}) => Promise<{ readonly token: string; readonly natsUser: string; readonly publicKey: string }>;

/** What an operator has to set before tokens can be made, in a sentence. */
export interface NoTokens {
	readonly missing: string;
}

export const NO_NATS: NoTokens = {
	missing: "Probers need NATS. Run `lapwing nats init`, and set NATS_URL and NATS_CREDENTIALS.",
};

interface WantedProber {
	readonly name: string;
	readonly location: string;
	/** Whether it serves every team: from the command line alone. */
	readonly ofInstallation: boolean;
}

interface ProberDeps extends Now {
	readonly issueToken: IssueToken | NoTokens;
}

/**
 * Of a team's own, and of the installation's, with those removed in the last 30 days: more is a mistake of a script.
 * NATS has to know each that was removed for ever.
 */
const MAX_PROBERS = 500;
const REMOVED_COUNT_MS = 30 * DAY_MS;

/** Makes a prober, and its location with the first one. The token is not stored. */
export const createProber = requiring(
	"probers:write",
	async (tx, actor, { name, location, ofInstallation }: WantedProber, { now, issueToken }: ProberDeps) => {
		if (typeof issueToken !== "function") return problem("invalid", "", issueToken.missing);
		const teamId = ofInstallation ? null : actor.team.id;
		if ((await countProbers(tx, teamId, now - REMOVED_COUNT_MS)) >= MAX_PROBERS) {
			const what = `There are ${MAX_PROBERS} probers already, with those that were removed in the last 30 days.`;
			return problem("full", "", what);
		}

		const place = await locationFor(tx, teamId, location, now);
		const publicId = newPublicId("pro");
		const issued = await issueToken({ team: place.team, location: place.publicId, prober: publicId });
		await insertProber(tx, place.id, { publicId, name, natsUser: issued.natsUser, publicKey: issued.publicKey }, now);
		const prober = await findProber(tx, publicId);
		if (prober === null) throw new Error("A new prober has no row");

		const event = { action: "create", object: "prober", id: publicId, name };
		await recordEvent(tx, actor, { ...event, before: null, after: proberFields(prober, now) }, now);
		return success({ prober, token: issued.token });
	},
);
