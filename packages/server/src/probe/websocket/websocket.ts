/**
 * Probes a websocket monitor: connects, makes the opening handshake, sends a message, waits until what the server sends
 * holds what is expected, and closes it. A redirect is not followed: browsers follow none either.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import type { WebsocketSettings } from "../../domain/monitors/types.ts";
import type { Deadline } from "../../net/deadline.ts";
import { endpointOf } from "../../net/http/endpoint.ts";
import { protocolErrorOf } from "../../net/http/exchange.ts";
import { clientFrame, closeFrame, FrameReader, type ServerClose } from "../../net/websocket/frames.ts";
import { openWebSocket } from "../../net/websocket/open.ts";
import { endAfter } from "../end-after.ts";
import { expectText, type Received } from "../expected-text.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf, sumOf } from "../probe.ts";

export async function probeWebsocket(
	order: CheckOrder,
	{ url: address, send, expect }: WebsocketSettings,
	deadline: Deadline,
	{ dialer, contentChecks, userAgent }: ProbeParts,
): Promise<ProbeResult> {
	const phases = newPhases();
	const { clock } = dialer;
	const url = new URL(address);
	const connected = await dialer.dialWithin(endpointOf(url), deadline, phases);
	if (connected.kind !== "connected") return probeResultOf(connected, phases, null);
	const { socket, certificate } = connected;
	const opened = await openWebSocket({ connected, url, userAgent, deadline, clock, phases });
	if ("kind" in opened) return probeResultOf(opened, phases, certificate);
	const { status } = opened;
	const answered = { kind: "answered", type: "websocket", phases, certificate, address: connected.address } as const;
	const message = send === null ? null : clientFrame("text", new TextEncoder().encode(send));
	if (status !== SWITCHED || expect === null) {
		const goodbye = message === null ? closeFrame() : Buffer.concat([message, closeFrame()]);
		endAfter(socket, goodbye);
		return { ...answered, responseTimeMs: sumOf(phases), status, searched: null };
	}
	const reader = new FrameReader();
	let closing = "";
	const read = (bytes: Buffer): Received => {
		const frames = reader.push(bytes);
		if ("violation" in frames) {
			return { payload: NOTHING, end: protocolErrorOf(`The WebSocket ${frames.violation}.`, connected.address) };
		}
		if (frames.answers.length > 0) socket.write(frames.answers);
		if (frames.close !== null) closing = closingInWords(frames.close);
		return { payload: frames.payload, end: frames.close === null ? null : "closed", closing };
	};
	const request = { order, connected, expected: expect, send: message, deadline, clock, contentChecks, phases };
	const searched = await expectText({ ...request, read, goodbye: closeFrame() });
	if ("kind" in searched) return probeResultOf(searched, phases, certificate);
	return { ...answered, responseTimeMs: sumOf(phases), status, searched: { ...searched, ...(closing && { closing }) } };
}

/** Without a code there is nothing to say, and 1000 is the normal end. */
function closingInWords({ code, reason }: ServerClose): string {
	if (code === null || (code === NORMAL_CLOSURE && reason === "")) return "";
	const said = reason.replace(/\p{Cc}/gu, "·");
	return `closed it with ${code}${said === "" ? "" : ` "${said}"`}`;
}

const NORMAL_CLOSURE = 1000;

/** Switching Protocols (RFC 9110 §15.2.2): the WebSocket is open. */
const SWITCHED = 101;
const NOTHING = Buffer.alloc(0);
