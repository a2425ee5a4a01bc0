/**
 * One request and its response on a connected socket. It owns the socket from here on: whatever comes of it, the socket
 * is destroyed.
 */

import type { Clock } from "../clock.ts";
import type { ConnectError, TargetError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import type { Connected, RunningPhases } from "../dial.ts";
import { transportErrorOf } from "../errno.ts";
import { isTlsError, tlsErrorOf } from "../tls/handshake.ts";
import { ResponseReader, type ResponseSink } from "./response-reader.ts";

interface ExchangeRequest {
	readonly connected: Connected;
	readonly method: string;
	readonly head: string;
	readonly body?: Uint8Array | null;
	readonly sink: ResponseSink;
	readonly deadline: Deadline;
	readonly clock: Clock;
	/** Time to the first byte and from there to the end is added here. */
	readonly phases: RunningPhases;
}

/** Null when the sink has had all of the response that it wanted. */
export function exchange(request: ExchangeRequest): Promise<ConnectError | null> {
	const { connected, method, head, body, sink, deadline, clock, phases } = request;
	const { socket, address, certificate } = connected;
	const reader = new ResponseReader(method, sink);
	return new Promise((resolve) => {
		const sentAt = clock.monotonic();
		let firstByteAt: number | null = null;
		const phase = () => (firstByteAt === null ? "first_byte" : "transfer");

		const settle = (outcome: ConnectError | null) => {
			const endedAt = clock.monotonic();
			phases.first_byte += (firstByteAt ?? endedAt) - sentAt;
			phases.transfer += endedAt - (firstByteAt ?? endedAt);
			deadline.finish();
			socket.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
			socket.destroy();
			resolve(outcome?.kind === "failed" ? { ...outcome, certificate } : outcome);
		};
		const onData = (bytes: Buffer) => {
			firstByteAt ??= clock.monotonic();
			const progress = reader.push(bytes);
			if (progress === "complete") settle(null);
			else if (progress !== "incomplete") settle(protocolErrorOf(`The response ${progress.violation}.`, address));
		};
		const onEnd = () => settle(reader.end() ? null : cutOff(phase(), address));
		const onError = (error: NodeJS.ErrnoException) =>
			settle(isTlsError(error) ? tlsErrorOf(error, phase(), address) : transportErrorOf(error, phase(), address));
		const onClose = () => settle(cutOff(phase(), address));

		deadline.begin(() => settle(deadline.connectError(phase(), address, certificate)));
		if (deadline.cut !== null) return;
		if (socket.destroyed) return onClose();
		socket.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
		socket.write(head, "latin1");
		if (body) socket.write(body);
	});
}

/** The response, or what it points at, is not what HTTP allows. */
export function protocolErrorOf(message: string, address: string | null): TargetError {
	return { kind: "failed", fault: "protocol", phase: "transfer", message, address, certificate: null };
}

function cutOff(phase: "first_byte" | "transfer", address: string): TargetError {
	const when = phase === "first_byte" ? "without answering" : "before the response was complete";
	const message = `${address} closed the connection ${when}.`;
	return { kind: "failed", fault: "reset", phase, message, address, certificate: null };
}
