/**
 * A TCP connection to the first of several tested addresses that accepts it: Happy Eyeballs (RFC 8305). The next
 * address is tried when the one before has failed, or has been silent for 250 ms; the first connection wins.
 *
 * `net.connect` is only ever given an address: a name would be resolved again, past the policy.
 */

import { connect as connectByNode, type OnReadOpts, type Socket } from "node:net";
import type { ConnectError } from "./connect-error.ts";
import type { Deadline } from "./deadline.ts";
import { connectErrorOf } from "./errno.ts";
import type { Inbox } from "./inbox.ts";

/** Connection Attempt Delay (RFC 8305 §5). */
const NEXT_ADDRESS_AFTER_MS = 250;

export interface TcpConnected {
	readonly kind: "connected";
	/** A listener for "error" that does nothing is on it, so that no error at an idle moment ends the process. */
	readonly socket: Socket;
	readonly address: string;
}

/** Opens a connection to an address, as `connect` of node:net does. */
export type Connect = (to: { host: string; port: number; autoSelectFamily: false; onread?: OnReadOpts }) => Socket;

interface ConnectTo {
	/** At least one, in the order in which to try them. */
	readonly addresses: readonly string[];
	readonly port: number;
	/** What is to receive the bytes of the connection. Default: it is read as a stream. */
	readonly inbox?: Inbox | null;
}

/** @param connect tests see here to which addresses the connections go; default: that of node:net */
export function connectToFirst(
	{ addresses, port, inbox = null }: ConnectTo,
	deadline: Deadline,
	connect: Connect = connectByNode,
): Promise<TcpConnected | ConnectError> {
	return new Promise((resolve) => {
		const trying = new Set<Socket>();
		const connectErrors: ConnectError[] = [];
		let timer: NodeJS.Timeout | undefined;
		let tried = 0;
		let settled = false;

		const settle = (outcome: TcpConnected | ConnectError) => {
			clearTimeout(timer);
			deadline.finish();
			settled = true;
			for (const loser of trying) loser.destroy();
			resolve(outcome);
		};
		const tryNext = () => {
			clearTimeout(timer);
			const address = addresses[tried++];
			if (address === undefined) {
				if (trying.size === 0) settle(mostRelevant(connectErrors));
				return;
			}
			const socket = connect({ host: address, port, autoSelectFamily: false, ...(inbox && { onread: inbox.onread }) });
			const isRefusedHere = refusalsHere(socket);
			const onConnect = () => {
				trying.delete(socket);
				socket.off("error", onError);
				settle({ kind: "connected", socket, address });
			};
			const onError = (error: Error) => {
				trying.delete(socket);
				if (settled) return;
				connectErrors.push(connectErrorOf(error, address, isRefusedHere()));
				tryNext();
			};
			socket.on("error", ignore).once("error", onError).once("connect", onConnect);
			trying.add(socket);
			if (tried < addresses.length) timer = setTimeout(tryNext, NEXT_ADDRESS_AFTER_MS);
		};

		deadline.begin(() =>
			settle(deadline.connectError("connect", addresses[Math.min(tried, addresses.length) - 1] ?? null)),
		);
		if (deadline.cut === null) tryNext();
	});
}

function ignore(): void {}

/**
 * Returns a function that reports, once `socket` has failed, whether our own system refused to connect before a packet
 * left. The system does so synchronously, which can be observed only until the next tick: the event loop may read an
 * error of the network before a timer or setImmediate runs.
 */
export function refusalsHere(socket: Socket): () => boolean {
	let isRefused = false;
	socket.once("connectionAttempt", () =>
		process.nextTick(() => {
			isRefused = socket.errored !== null;
		}),
	);
	return () => isRefused;
}

/**
 * Which of several failures to report. First a lack of capacity: then nothing is known about the target. Then the
 * target's faults, in the order of the attempts. Last, that this machine lacks the network of one address family.
 */
function mostRelevant(connectErrors: readonly ConnectError[]): ConnectError {
	const [first] = connectErrors;
	return (
		connectErrors.find((connectError) => connectError.kind === "missed" && connectError.cause !== "no_network") ??
		connectErrors.find((connectError) => connectError.kind === "failed") ??
		first ?? { kind: "missed", cause: "internal", message: "There was no address to connect to." }
	);
}
