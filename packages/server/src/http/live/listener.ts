/**
 * One reader of a stream of events. Bounds: bytes that wait for a slow reader, whose stream is closed when another
 * message comes; MAX_STREAM_MS, after which the browser reconnects by itself and its permissions are checked again.
 */

/** Comment lines keep proxies from closing a stream in which nothing happens. */
const HEARTBEAT_MS = 15_000;
const MAX_STREAM_MS = 5 * 60_000;
/** A removed member, a revoked key or an ended session reads for at most this long, and a second more. */
const ADMISSION_MS = 5_000;
/** About ten messages of a team of 10,000 monitors. */
export const MAX_WAITING_BYTES = 256 * 1024;

const HEARTBEAT = Buffer.from(": still here\n\n");

export class Listener {
	readonly stream: ReadableStream<Uint8Array>;
	readonly #mayStay: () => Promise<boolean>;
	readonly #onEnd: () => void;
	readonly #startedAt = performance.now();
	#admittedAt = performance.now();
	#controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	#beatAt = performance.now();

	constructor(mayStay: () => Promise<boolean>, onEnd: () => void) {
		this.#mayStay = mayStay;
		this.#onEnd = onEnd;
		this.stream = new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					this.#controller = controller;
				},
				cancel: () => this.#close(),
			},
			{ highWaterMark: MAX_WAITING_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
		);
	}

	send(bytes: Uint8Array): void {
		const controller = this.#controller;
		if (!controller) return;
		// A reader that does not read is disconnected. It reads the board again after it reconnects. What waits already
		// decides: a message that is larger than the bound would otherwise end the streams of all readers.
		if ((controller.desiredSize ?? 0) <= 0) this.end();
		else controller.enqueue(bytes);
	}

	/** @param at milliseconds of the monotonic clock */
	tick(at: number): void {
		if (at - this.#startedAt > MAX_STREAM_MS) this.end();
		else if (at - this.#beatAt >= HEARTBEAT_MS) {
			this.#beatAt = at;
			this.send(HEARTBEAT);
		}
	}

	/** @param at milliseconds of the monotonic clock */
	async reconsider(at: number): Promise<void> {
		if (at - this.#admittedAt < ADMISSION_MS) return;
		// Set before the question, so that a slow database is asked once.
		this.#admittedAt = at;
		if (!(await this.#mayStay())) this.end();
	}

	end(): void {
		this.#controller?.close();
		this.#close();
	}

	#close(): void {
		this.#controller = null;
		this.#onEnd();
	}
}
