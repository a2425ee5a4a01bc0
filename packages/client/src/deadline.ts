/** A signal that aborts with the caller's, or when time is up; and knows which of the two it was. */
export class Deadline {
	readonly #controller = new AbortController();
	readonly #callers: AbortSignal | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isOver = false;
	#request: Request | null = null;

	constructor(callers: AbortSignal | undefined, afterMs: number) {
		this.#callers = callers;
		if (callers?.aborted) this.#onAbort();
		else callers?.addEventListener("abort", this.#onAbort);
		this.restart(afterMs);
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** Whether time ran out, rather than that the caller aborted. */
	get isOver(): boolean {
		return this.#isOver;
	}

	/** Time is up `afterMs` from now. */
	restart(afterMs: number): void {
		this.stopClock();
		if (this.signal.aborted) return;
		this.#timer = setTimeout(() => {
			this.#isOver = true;
			this.#controller.abort();
		}, afterMs);
	}

	/** Time never is up; the caller's signal still counts. */
	stopClock(): void {
		clearTimeout(this.#timer);
	}

	/**
	 * Keeps the request in memory for as long as this. Node's fetch (undici 8.10) reads a signal through a Request that
	 * nothing else holds once the response has begun; when it is collected as garbage, an abort no longer ends the body.
	 */
	keep(request: Request): Request {
		this.#request = request;
		return this.#request;
	}

	/** Leaves nothing behind: no timer, no listener at the caller's signal. */
	release(): void {
		this.stopClock();
		this.#callers?.removeEventListener("abort", this.#onAbort);
	}

	/** The response, with a body that can take any time; at its end this is released. */
	releaseAfter(response: Response): Response {
		this.stopClock();
		const reader = response.body?.getReader();
		if (reader === undefined) {
			this.release();
			return response;
		}
		const body = new ReadableStream<Uint8Array>(
			{
				pull: async (controller) => {
					try {
						const { done, value } = await reader.read();
						if (!done) return controller.enqueue(value);
						this.release();
						controller.close();
					} catch (cause) {
						this.release();
						throw cause;
					}
				},
				cancel: (reason) => {
					this.release();
					return reader.cancel(reason);
				},
			},
			{ highWaterMark: 0 },
		);
		return Object.defineProperty(new Response(body, response), "url", { value: response.url });
	}

	/** Ends what goes by this signal. */
	abort(): void {
		this.release();
		this.#controller.abort();
	}

	readonly #onAbort = (): void => {
		this.stopClock();
		this.#controller.abort(this.#callers?.reason);
	};
}
