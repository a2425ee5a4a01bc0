/**
 * Asks one name server that an owner named, over sockets of its own. Here the server is what is watched: whatever keeps
 * it from answering is its fault, unless our own system could not send the question.
 */

import { isIPv6 } from "node:net";
import type { ConnectError, TargetError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import { connectErrorOf } from "../errno.ts";
import { DnsClient, type DnsFailure } from "./dns-client.ts";
import type { Question } from "./dns-message.ts";
import type { RecordsAnswer } from "./resolve.ts";

/** Longer than any check may take: the deadline ends the question. */
const QUESTION_LIFE_MS = 120_000;

export interface NamedServer {
	/** An address that may be connected to, without brackets. */
	readonly host: string;
	readonly port: number;
}

export async function askNamedServer(
	{ host, port }: NamedServer,
	question: Question,
	deadline: Deadline,
): Promise<RecordsAnswer | ConnectError> {
	const client = new DnsClient([isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`]);
	try {
		const answer = await deadline.within(client.ask(question, QUESTION_LIFE_MS).answer);
		if (answer === null) return deadline.connectError("dns", host);
		return answer.kind === "failure" ? connectErrorFor(answer, host) : { kind: "answer", answer, address: host };
	} finally {
		client.close();
	}
}

function connectErrorFor({ code, fault }: DnsFailure, host: string): ConnectError {
	if (fault === undefined || code === ENDED) {
		const error: TargetError = {
			kind: "failed",
			fault: "dns_failure",
			phase: "dns",
			message: `${host} does not answer the question as it should (${MEANINGS[code] ?? code}).`,
			address: host,
			certificate: null,
		};
		return error;
	}
	const connectError = connectErrorOf(Object.assign(new Error(code), { code }), host, fault.isImmediate);
	return connectError.kind === "failed" ? { ...connectError, phase: "dns" } : connectError;
}

/** See TransportFault. */
const ENDED = "ENDED";

const MEANINGS: Readonly<Record<string, string>> = {
	BADRESP: "its reply is malformed",
	ENDED: "it closed the connection before its reply was complete",
};
