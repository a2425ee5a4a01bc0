/**
 * A name server that knows the names of the tricks, and reads every other name that looks like a number as
 * inet_aton(3) does, because some systems' resolvers do so.
 */

import { isIPv4, isIPv6 } from "node:net";
import type { Answer } from "dns-packet";
import { asHost } from "../../domain/monitors/host.ts";
import type { Trick } from "../../net/testing/ssrf-corpus.ts";
import { answer, type RecordServer, startRecordServer } from "../../probe/targets/record-server.ts";
import { FRONT_ADDRESS, FRONT_NAME } from "./front.ts";

const NO_SUCH_NAME = 3;
/** Longer than the test. */
const TTL = 600;

export function startTrickNames(tricks: readonly Trick[]): Promise<RecordServer> {
	const known = new Map<string, Pick<Trick, "aliases" | "answers">>([
		[FRONT_NAME, { aliases: [], answers: [FRONT_ADDRESS] }],
	]);
	for (const trick of tricks) if (trick.answers.length > 0) known.set(asHost(trick.text) ?? trick.text, trick);
	return startRecordServer((asked) => {
		const found = known.get(asked.name) ?? readAsNumber(asked.name);
		if (found === null) return answer(asked, [], { rcode: NO_SUCH_NAME });
		const isOfType = asked.type === "AAAA" ? isIPv6 : isIPv4;
		const chain = [asked.name, ...found.aliases];
		const aliases = found.aliases.map((data, at): Answer => ({ type: "CNAME", name: chain[at] ?? "", ttl: TTL, data }));
		const records = found.answers
			.filter(isOfType)
			.map((data): Answer => ({ type: asked.type as "A", name: chain.at(-1) ?? "", ttl: TTL, data }));
		return answer(asked, [...aliases, ...records]);
	});
}

function readAsNumber(name: string): Pick<Trick, "aliases" | "answers"> | null {
	const address = URL.parse(`http://${name}/`)?.hostname ?? "";
	return isIPv4(address) ? { aliases: [], answers: [address] } : null;
}
