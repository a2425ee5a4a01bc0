/** Reads what ping(8) prints: iputils, BusyBox and BSD write the same lines with small differences. */

/** What ping printed so far. */
interface PingOutput {
	/** Round trips, milliseconds, one for each packet that was answered, in the order of their replies. */
	readonly roundTripsMs: readonly number[];
	/** A router or our own system reported that the address can't be reached. */
	readonly isUnreachable: boolean;
	/** Another host replied in place of the one that was asked. */
	readonly hasOtherReplies: boolean;
}

const REPLY = /\b(?:icmp_)?(?:seq|req)=(\d+)\b.*\btime[=<]\s?(\d+(?:\.\d+)?) ?ms/;
/** Longer than any check may take: a longer round trip was misread. */
const MAX_ROUND_TRIP_MS = 120_000;

/** `packets`: how many were asked for; replies beyond are ignored, and so are duplicates and other hosts' replies. */
export function readPingOutput(text: string, packets: number): PingOutput {
	const roundTrips = new Map<string, number>();
	let isUnreachable = false;
	let hasOtherReplies = false;
	for (const line of text.split("\n")) {
		if (/\bunreachable\b/i.test(line)) isUnreachable = true;
		if (/DIFFERENT ADDRESS/i.test(line)) {
			hasOtherReplies = true;
			continue;
		}
		const [, sequence = "", time = ""] = REPLY.exec(line) ?? [];
		const isNew = sequence !== "" && !roundTrips.has(sequence) && roundTrips.size < packets;
		if (isNew && Number(time) <= MAX_ROUND_TRIP_MS) roundTrips.set(sequence, Number(time));
	}
	return { roundTripsMs: [...roundTrips.values()], isUnreachable, hasOtherReplies };
}

/** Why this machine can't ping, as `errors` (standard error) of ping says. */
export type LocalProblem = "not_permitted" | "no_network" | "no_capacity";

export function localProblemIn(errors: string): LocalProblem | null {
	if (/not permitted|permission denied|lacking privilege|must be root|cap_net_raw/i.test(errors))
		return "not_permitted";
	if (/network is (?:unreachable|down)|cannot assign requested address|address family not supported/i.test(errors)) {
		return "no_network";
	}
	return /no buffer space|cannot allocate|too many open files|resource temporarily/i.test(errors)
		? "no_capacity"
		: null;
}
