/**
 * Scripted topologies: monitors, what they share, what breaks when, and so which outages have one cause. Made from
 * random numbers, and right by construction: every outage is of the root that made its check fail.
 */

import type { SharedFact } from "../../../../domain/causes/causes.ts";
import { MINUTE_MS } from "../../../../domain/durations.ts";
import type { Importance } from "../../../../domain/monitors/common-settings.ts";
import type { LocationHint } from "../../../../domain/monitors/monitor.ts";

/** What a check sees while a root lasts. `slow` is degraded, all others are down. */
export type Failure = "refused" | "timeout" | "certificate" | "dns" | "status" | "slow";

export interface TopologyMonitor {
	readonly address: string;
	/** Of its certificate. */
	readonly fingerprint: string;
	readonly place: LocationHint | null;
	readonly intervalMs: number;
	/** In its interval. */
	readonly phaseMs: number;
	/** A timeout lasts so long, twice. */
	readonly timeoutMs: number;
	/** Places in the list of monitors. */
	readonly dependsOn: readonly number[];
	readonly isPaused: boolean;
	readonly importance: Importance;
	/** Whether the alert of one half covers it. */
	readonly isOfHalf: boolean;
}

/** Something that breaks. */
export interface Root {
	/** What its outages share; null for a monitor's own failure, and for a dependency that is watched itself. */
	readonly fact: SharedFact | null;
	readonly members: readonly number[];
	/** How each of them fails, in their order. */
	readonly failures: readonly Failure[];
	/** Offsets in milliseconds. */
	readonly from: number;
	readonly to: number;
	/** A member sees nothing of it in these spans: it flaps, or is spared for longer than the others. */
	readonly spared: readonly { readonly member: number; readonly from: number; readonly to: number }[];
}

export interface Topology {
	readonly kind: Kind;
	readonly monitors: readonly TopologyMonitor[];
	readonly roots: readonly Root[];
	readonly alerts: readonly TopologyAlert[];
}

const TOPOLOGY_ALERTS = ["all", "half", "ungrouped", "updating", "degraded only"] as const;
export type TopologyAlert = (typeof TOPOLOGY_ALERTS)[number];

export const KINDS = [
	"address",
	"certificate",
	"name server",
	"location",
	"dependency",
	"chain of dependencies",
	"unwatched dependency",
	"two addresses",
	"moment",
	"strangers",
] as const;
type Kind = (typeof KINDS)[number];

/** Roots begin in the minute after this offset: each monitor was checked before. */
const BREAKS_AT_MS = 6 * MINUTE_MS;
/** The locations that monitors of a topology may be in. */
export const LOCATIONS = ["weur", "wnam"] as const;

interface Draft {
	readonly random: () => number;
	/** Of this topology alone. */
	readonly seed: number;
	readonly monitors: TopologyMonitor[];
	readonly roots: Root[];
}

/** @param seed different for each topology of a run; its monitors' own addresses and certificates follow from it */
export function aTopology(kind: Kind, seed: number, random: () => number): Topology {
	const draft: Draft = { random, seed, monitors: [], roots: [] };
	SCRIPTS[kind](draft);
	// One that fails in the same minute as forty others can't be told from them.
	if (kind !== "moment") addStrangers(draft);
	for (let bystanders = upTo(draft, 3); bystanders > 0; bystanders -= 1) addMonitor(draft, {});
	const optional = TOPOLOGY_ALERTS.filter((alert) => alert !== "all" && random() < 0.4);
	return { kind, monitors: draft.monitors, roots: draft.roots, alerts: ["all", ...optional] };
}

const SCRIPTS: Readonly<Record<Kind, (draft: Draft) => void>> = {
	address: (draft) => share(draft, "address", { address: "203.0.113.7" }, ["refused", "timeout", "status"]),
	certificate: (draft) => {
		// As often as not they share the address too, with others that go on to work.
		const address = draft.random() < 0.5 ? { address: "203.0.113.7" } : {};
		share(draft, "certificate", { fingerprint: "5a".repeat(32), ...address }, ["certificate"]);
	},
	"name server": (draft) => share(draft, "name_server", {}, ["dns"]),
	location: (draft) => {
		for (let others = 3 + upTo(draft, 5); others > 0; others -= 1) addMonitor(draft, { place: LOCATIONS[1] });
		share(draft, "location", { place: LOCATIONS[0] }, ["refused", "timeout"], 5);
	},
	dependency(draft) {
		const router = addMonitor(draft, {});
		const below = addSome(draft, 2, { dependsOn: [router] });
		addRoot(draft, null, [router, ...below], ["refused", "timeout", "status", "slow"], "refused");
	},
	"chain of dependencies"(draft) {
		const power = addMonitor(draft, {});
		const routers = addSome(draft, 1, { dependsOn: [power] }, 2);
		const below = routers.flatMap((router) => addSome(draft, 1, { dependsOn: [router] }, 4));
		addRoot(draft, null, [power, ...routers, ...below], ["refused", "timeout"]);
	},
	"unwatched dependency"(draft) {
		const parent = addMonitor(draft, { isPaused: true });
		const members = addSome(draft, 2, { dependsOn: [parent] });
		addRoot(draft, "dependency", members, ["refused", "timeout", "slow"]);
	},
	"two addresses"(draft) {
		share(draft, "address", { address: "203.0.113.7" }, ["refused", "timeout"]);
		share(draft, "address", { address: "203.0.113.8" }, ["refused", "status"]);
	},
	moment(draft) {
		const members = addSome(draft, 40, { intervalMs: MINUTE_MS }, 12);
		addRoot(draft, "moment", members, ["refused", "timeout", "status"]);
	},
	strangers: () => {},
};

function share(
	draft: Draft,
	fact: SharedFact,
	shared: Partial<TopologyMonitor>,
	failures: readonly Failure[],
	fewest = 2,
): void {
	addRoot(draft, fact, addSome(draft, fewest, shared), failures);
}

function addSome(draft: Draft, fewest: number, shared: Partial<TopologyMonitor>, more = 8): number[] {
	return Array.from({ length: fewest + upTo(draft, more) }, () => addMonitor(draft, shared));
}

function addMonitor({ random, seed, monitors }: Draft, shared: Partial<TopologyMonitor>): number {
	const place = monitors.length;
	const intervalMs = random() < 0.85 ? MINUTE_MS : 5 * MINUTE_MS;
	monitors.push({
		address: `2001:db8:${seed.toString(16)}::${place.toString(16)}`,
		fingerprint: `${seed}-${place}`,
		place: null,
		intervalMs,
		phaseMs: Math.floor(random() * intervalMs),
		timeoutMs: random() < 0.8 ? 10_000 : 25_000,
		dependsOn: [],
		isPaused: false,
		importance: random() < 0.9 ? "normal" : "high",
		isOfHalf: random() < 0.5,
		...shared,
	});
	return place;
}

/** @param first how the first member fails; default: as the others */
function addRoot(
	draft: Draft,
	fact: SharedFact | null,
	members: readonly number[],
	kinds: readonly Failure[],
	first: Failure = pick(draft, kinds),
): void {
	const { random, roots } = draft;
	const from = BREAKS_AT_MS + Math.floor(random() * MINUTE_MS);
	const to = from + (2 + upTo(draft, 9)) * MINUTE_MS;
	const spared = members.slice(1).flatMap((member) => {
		// Late, gone early, or flapping: up in some minutes.
		const at = from + Math.floor(random() * (to - from));
		const chance = random();
		if (chance < 0.05) return [{ member, from, to: at }];
		if (chance < 0.1) return [{ member, from: at, to }];
		if (chance > 0.15) return [];
		const minutes = Math.floor((to - from) / MINUTE_MS / 3);
		return Array.from({ length: minutes }, (_, index) => ({
			member,
			from: from + (3 * index + 2) * MINUTE_MS,
			to: from + (3 * index + 3) * MINUTE_MS,
		}));
	});
	roots.push({
		fact,
		members,
		failures: members.map((_, index) => (index === 0 ? first : pick(draft, kinds))),
		from,
		to,
		spared,
	});
}

/**
 * Failures of their own in the same minutes. Where a place fails, they are seen from another one: what fails in a place
 * that fails can't be told from it.
 */
function addStrangers(draft: Draft): void {
	const hasPlaces = draft.monitors.some(({ place }) => place !== null);
	for (let strangers = upTo(draft, 4); strangers > 0; strangers -= 1) {
		const member = addMonitor(draft, { place: hasPlaces ? LOCATIONS[1] : null });
		addRoot(draft, null, [member], ["refused", "timeout", "certificate", "status", "slow"]);
	}
}

function upTo({ random }: Draft, most: number): number {
	return Math.floor(random() * (most + 1));
}

function pick<Each>({ random }: Draft, list: readonly Each[]): Each {
	return list[Math.floor(random() * list.length)] as Each;
}
