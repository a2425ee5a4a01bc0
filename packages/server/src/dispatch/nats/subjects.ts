/**
 * Names of subjects, streams and consumers. Each carries the owner of the location, so that what a prober may do
 * follows from names alone (`permissionsOf` in ./keys.ts). Ids are public ones, whose characters NATS allows
 * everywhere.
 */

/** A location, by public ids. */
export interface Place {
	/** `team_…`, or "all" for a location of the installation. */
	readonly owner: string;
	/** `loc_…` */
	readonly location: string;
}

export const ALL_TEAMS = "all";
/** The durable consumer of each stream, which all probers of a location share. */
export const CONSUMER = "probers";
/** Whoever of the running `control`s comes first: outcomes whose own one is silent. */
export const ANY_CONTROL = "any";

export const ordersSubject = ({ owner, location }: Place) => `lapwing.orders.${owner}.${location}`;
/** Of all locations. */
export const ALL_ORDERS = "lapwing.orders.>";
/** One stream a location: a prober can take the orders of its own alone. */
export const streamOf = ({ location }: Place) => `orders-${location}`;
export const isStreamOfLocation = (name: string) => name.startsWith("orders-");
export const aliveSubject = (place: Place, prober: string) => fromProber("alive", place, prober);
export const askSubject = (place: Place, prober: string) => fromProber("ask", place, prober);
export const acceptedSubject = (place: Place, prober: string, control: string) =>
	`${fromProber("accepted", place, prober)}.${control}`;
export const outcomesSubject = (place: Place, prober: string, control: string) =>
	`${fromProber("outcomes", place, prober)}.${control}`;
export const inboxOf = (prober: string) => `_INBOX_${prober}`;

/** What `control` listens to. */
export const HEARD = {
	alive: "lapwing.alive.*.*.*",
	accepted: (control: string) => `lapwing.accepted.*.*.*.${control}`,
	outcomes: (control: string) => `lapwing.outcomes.*.*.*.${control}`,
};

function fromProber(what: "alive" | "ask" | "accepted" | "outcomes", { owner, location }: Place, prober: string) {
	return `lapwing.${what}.${owner}.${location}.${prober}`;
}

/** Who sent a message to a subject of {@link HEARD}: NATS lets a prober write to its own alone. */
export function senderOf(subject: string): Place & { readonly prober: string } {
	const [, , owner = "", location = "", prober = ""] = subject.split(".");
	return { owner, location, prober };
}
