/**
 * The targets of located monitors. Each prober has a name server of its own that gives it addresses of its own for
 * their names, as providers do by region: so a target knows which prober asks, may fail for some of them, and keeps
 * what it answered to each. A prober's whole network can be broken: then every target fails for it.
 */

import { setTimeout as pause } from "node:timers/promises";
import { chance } from "../../packages/server/e2e/testing/kills/outside.ts";
import { type DnsServer, startDnsServer, type Zone } from "../../packages/server/src/probe/targets/dns-server.ts";
import { startHttpTarget } from "../../packages/server/src/probe/targets/http-target.ts";
import { HERE, LOCATION_OF, type Located, PROBERS } from "./located-monitors.ts";

/** Addresses of the internet; what follows is the network, the prober, and the target in the network. */
export const ADDRESSES = "23.0.0.0/8";
/** What fails from some locations alone is in one network: a fault of that provider, for which no prober is blamed. */
const NETWORK_OF_REGIONAL = 200;
const PROBER_SHIFT = 4;
/** Where a target fails at times, it does so for this share of slots of 4 to 9 minutes. */
const FAILING_SHARE = 0.4;
const SHORTEST_SLOT_MINUTES = 4;
const SLOTS = 6;
const ANSWERED_WITHIN_MS = 40;

interface Answer {
	/** The prober that asked; {@link HERE}: a `control`. */
	readonly prober: string;
	/** When it was answered, epoch milliseconds. */
	readonly at: number;
	readonly isFailure: boolean;
}

export interface LocatedTargets extends AsyncDisposable {
	url(index: number): string;
	/** For PROBE_RESOLVERS of a prober, or of a `control`. */
	resolver(prober: string): string;
	/** All answers of a target, oldest first. */
	answersOf(index: number): readonly Answer[];
	breakNetworkOf(prober: string): void;
	mendNetworkOf(prober: string): void;
	/** From now on targets change their health; until then all are up. */
	begin(): void;
	/** From now on no target changes its health. */
	freeze(): void;
}

/** @param located those with a target here, by their index */
export async function startLocatedTargets(
	located: ReadonlyMap<number, Located>,
	random: () => number,
): Promise<LocatedTargets> {
	await using opening = new AsyncDisposableStack();
	const probers = [HERE, ...PROBERS];
	const broken = new Set<string>();
	const answers = new Map<number, Answer[]>(Array.from(located.keys(), (index) => [index, []]));
	let hasBegun = false;
	let frozenAt: number | null = null;

	function isFailing(index: number, prober: string): boolean {
		if (!hasBegun) return false;
		if (broken.has(prober)) return true;
		const { failsFrom = [] } = located.get(index) ?? {};
		if (!failsFrom.includes(LOCATION_OF[prober] ?? HERE)) return false;
		const slotMs = (SHORTEST_SLOT_MINUTES + (index % SLOTS)) * 60_000;
		return chance(index, Math.floor((frozenAt ?? Date.now()) / slotMs)) < FAILING_SHARE;
	}

	const target = opening.use(
		await startHttpTarget(
			async (request, response) => {
				const index = Number(request.url?.slice(1));
				const third = Number(request.socket.localAddress?.split(".")[2]);
				const prober = probers[third >> PROBER_SHIFT] ?? HERE;
				await pause(Math.floor(random() * ANSWERED_WITHIN_MS));
				const answer = { prober, at: Date.now(), isFailure: isFailing(index, prober) };
				answers.get(index)?.push(answer);
				response.writeHead(answer.isFailure ? 503 : 200).end();
			},
			{ host: "0.0.0.0" },
		),
	);
	const names = new Map<string, DnsServer>();
	for (const [number, prober] of probers.entries()) {
		const zone: Zone = Object.fromEntries(
			Array.from(located, ([index, { failsFrom }]) => {
				const isRegional = failsFrom.length > 0 && !failsFrom.includes(HERE);
				const network = isRegional ? NETWORK_OF_REGIONAL : index >> 8;
				const third = (number << PROBER_SHIFT) | (index >> 8);
				return [nameOf(index), { addresses: [`23.${network}.${third}.${index & 0xff}`] }];
			}),
		);
		names.set(prober, opening.use(await startDnsServer(zone)));
	}
	const open = opening.move();
	return {
		url: (index) => `http://${nameOf(index)}:${target.port}/${index}`,
		resolver: (prober) => names.get(prober)?.address ?? "",
		answersOf: (index) => answers.get(index) ?? [],
		breakNetworkOf: (prober) => void broken.add(prober),
		mendNetworkOf: (prober) => void broken.delete(prober),
		begin() {
			hasBegun = true;
		},
		freeze() {
			frozenAt ??= Date.now();
		},
		[Symbol.asyncDispose]: () => open.disposeAsync(),
	};
}

function nameOf(index: number): string {
	return `target-${index}.test`;
}
