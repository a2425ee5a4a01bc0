/**
 * Waits on a connected socket for a text that the target must send. It owns the socket from here on: whatever comes of
 * it, the socket is destroyed.
 *
 * What came is searched again when more of it comes. The pause between two searches is ten times as long as the last
 * search took, so that searching takes a tenth of the time at most.
 */

import type { CheckOrder } from "../domain/checks/check.ts";
import type { SearchedText } from "../domain/checks/observation.ts";
import { looksAtEnd } from "../domain/content/pattern-end.ts";
import { type ExpectedText, MAX_SAMPLE_BYTES, MAX_SEARCHED_BYTES } from "../domain/monitors/expected-text.ts";
import type { Clock } from "../net/clock.ts";
import type { ConnectError } from "../net/connect-error.ts";
import type { Deadline } from "../net/deadline.ts";
import type { Connected, RunningPhases } from "../net/dial.ts";
import { transportErrorOf } from "../net/errno.ts";
import { isTlsError, tlsErrorOf } from "../net/tls/handshake.ts";
import type { ContentChecks } from "./content/content-checks.ts";
import { endAfter } from "./end-after.ts";

/** A banner often comes in several pieces. */
const SHORTEST_PAUSE_MS = 10;
const PAUSE_FOR_EACH_MS = 10;

/** After so long without more, what was sent is whole for a pattern that looks at its end. */
const SILENCE_MS = 1_000;

interface ExpectRequest {
	readonly order: CheckOrder;
	readonly connected: Connected;
	readonly expected: ExpectedText;
	/** Sent first. */
	readonly send: Uint8Array | null;
	/** Takes the payload out of what comes. Default: all of it is payload. */
	readonly read?: (bytes: Buffer) => Received;
	/** Sent once the text is found. */
	readonly goodbye?: Uint8Array;
	readonly deadline: Deadline;
	readonly clock: Clock;
	readonly contentChecks: ContentChecks;
	/** Time to the first byte and from there to the text is added here. */
	readonly phases: RunningPhases;
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

export interface Received {
	readonly payload: Buffer;
	/** Why reading ends: the target has closed the connection or violated its protocol; null while more may come. */
	readonly end: "closed" | ConnectError | null;
	/** How it closed, in words that follow "the target"; absent or empty where there is nothing to say. */
	readonly closing?: string;
}

export async function expectText(request: ExpectRequest): Promise<SearchedText | ConnectError> {
	const { order, connected, expected, send, clock, contentChecks, phases, goodbye = null } = request;
	const { socket } = connected;
	const sentAt = clock.monotonic();
	const inbox = new Inbox(request);
	let isFound = false;
	try {
		if (send !== null) socket.write(send);
		let pauseMs = 0;
		const needsEnd = expected.type === "regex" && looksAtEnd(expected.value);
		for (;;) {
			await inbox.news(pauseMs);
			// Pieces of one answer come as the network cuts them: its end is known when nothing follows.
			while (needsEnd && (await inbox.hasNews(SILENCE_MS))) {}
			const { isComplete, receivedBytes } = inbox;
			if (receivedBytes > 0) {
				const startedAt = clock.monotonic();
				const content = { text: inbox.text(), headers: NO_HEADERS, isCut: false };
				const failed = await contentChecks.firstFailed(order, [{ id: "expect", ...expected }], content);
				if (failed !== null && "kind" in failed) return failed;
				if (failed === null) {
					isFound = true;
					inbox.close();
					endAfter(socket, goodbye);
					return { isFound: true, sample: inbox.sample(), receivedBytes };
				}
				pauseMs = Math.max(SHORTEST_PAUSE_MS, PAUSE_FOR_EACH_MS * (clock.monotonic() - startedAt));
			}
			if (isComplete) return inbox.end() ?? { isFound: false, sample: inbox.sample(), receivedBytes };
		}
	} finally {
		const { firstByteAt, lastByteAt } = inbox;
		phases.first_byte += (firstByteAt ?? clock.monotonic()) - sentAt;
		phases.transfer += firstByteAt === null ? 0 : lastByteAt - firstByteAt;
		if (!isFound) {
			inbox.close();
			socket.destroy();
		}
	}
}

/** What the target sends, as much as is searched. */
class Inbox {
	firstByteAt: number | null = null;
	lastByteAt = 0;
	receivedBytes = 0;
	/** Nothing more will come, or none of it matters. */
	isComplete = false;
	readonly #socket: Connected["socket"];
	readonly #address: string;
	readonly #connected: Connected;
	readonly #deadline: Deadline;
	readonly #clock: Clock;
	readonly #read: (bytes: Buffer) => Received;
	readonly #pieces: Buffer[] = [];
	#error: ConnectError | null = null;
	#searchedBytes = 0;
	#closing = "";
	#wake: () => void = () => {};

	constructor({ connected, deadline, clock, read = asPayload }: ExpectRequest) {
		this.#read = read;
		this.#connected = connected;
		this.#socket = connected.socket;
		this.#address = connected.address;
		this.#deadline = deadline;
		this.#clock = clock;
		if (this.#socket.destroyed) {
			this.isComplete = true;
			return;
		}
		this.#socket.on("data", this.#onData).on("end", this.#onEnd).on("close", this.#onEnd).on("error", this.#onError);
		// An earlier reader may have paused it.
		this.#socket.resume();
	}

	/** Resolves when there is more to search than before, at the earliest after `pauseMs`, or when nothing more comes. */
	async news(pauseMs: number): Promise<void> {
		if (pauseMs > 0 && !this.isComplete) await this.#until(pauseMs, () => false);
		if (!this.isComplete && this.receivedBytes === this.#searchedBytes) {
			await this.#until(null, () => this.receivedBytes > this.#searchedBytes);
		}
	}

	/** Whether more comes within `ms`. */
	async hasNews(ms: number): Promise<boolean> {
		const { receivedBytes } = this;
		if (this.isComplete) return false;
		await this.#until(ms, () => this.receivedBytes > receivedBytes);
		return !this.isComplete && this.receivedBytes > receivedBytes;
	}

	/** All that came. */
	text(): string {
		this.#searchedBytes = this.receivedBytes;
		return Buffer.concat(this.#pieces).toString("utf8");
	}

	sample(): string {
		return Buffer.concat(this.#pieces).subarray(0, MAX_SAMPLE_BYTES).toString("utf8");
	}

	/** Why nothing more comes, when that decides the result; null when what came decides it. */
	end(): ConnectError | null {
		const { certificate } = this.#connected;
		const phase = this.receivedBytes === 0 ? "first_byte" : "transfer";
		if (this.#deadline.cut === "aborted" || (this.#deadline.cut === "expired" && this.receivedBytes === 0)) {
			return this.#deadline.connectError(phase, this.#address, certificate);
		}
		if (this.#error !== null) return this.#error.kind === "failed" ? { ...this.#error, certificate } : this.#error;
		if (this.receivedBytes > 0) return null;
		const how = this.#closing === "" ? "closed the connection" : this.#closing;
		const message = `${this.#address} ${how} without sending anything.`;
		return { kind: "failed", fault: "reset", phase, message, address: this.#address, certificate };
	}

	close(): void {
		this.#socket
			.off("data", this.#onData)
			.off("end", this.#onEnd)
			.off("close", this.#onEnd)
			.off("error", this.#onError);
	}

	/** Until `isThere` after some news, until nothing more comes, or for `ms`. */
	#until(ms: number | null, isThere: () => boolean): Promise<void> {
		return new Promise((resolve) => {
			const settle = () => {
				clearTimeout(timer);
				this.#wake = () => {};
				this.#deadline.finish();
				resolve();
			};
			const timer = ms === null ? undefined : setTimeout(settle, ms);
			this.#wake = () => {
				if (this.isComplete || isThere()) settle();
			};
			this.#deadline.begin(() => {
				this.isComplete = true;
				settle();
			});
		});
	}

	readonly #onData = (bytes: Buffer): void => {
		this.lastByteAt = this.#clock.monotonic();
		this.firstByteAt ??= this.lastByteAt;
		const { payload, end, closing = "" } = this.#read(bytes);
		this.#closing = closing;
		const piece = payload.subarray(0, MAX_SEARCHED_BYTES - this.receivedBytes);
		this.#pieces.push(piece);
		this.receivedBytes += piece.length;
		if (end !== null && end !== "closed") this.#error ??= end;
		if (end !== null || this.receivedBytes === MAX_SEARCHED_BYTES) {
			this.isComplete = true;
			this.#socket.pause();
		}
		this.#wake();
	};

	readonly #onEnd = (): void => {
		this.isComplete = true;
		this.#wake();
	};

	readonly #onError = (error: NodeJS.ErrnoException): void => {
		const phase = this.receivedBytes === 0 ? "first_byte" : "transfer";
		this.#error ??= isTlsError(error)
			? tlsErrorOf(error, phase, this.#address)
			: transportErrorOf(error, phase, this.#address);
		this.isComplete = true;
		this.#wake();
	};
}

function asPayload(payload: Buffer): Received {
	return { payload, end: null };
}
