/** The canaries: addresses of the operator whose answer shows that our own network works. */

import type { Connect } from "../net/connect.ts";
import { type Dialer, PolicedDialer } from "../net/dial.ts";

interface CanaryAddress {
	/** An IP address: a name would depend on the resolver. */
	readonly host: string;
	readonly port: number;
}

/** A connection that takes longer is as good as none. */
const CANARY_TIMEOUT_MS = 3_000;

export class Canaries {
	readonly addresses: readonly string[];
	readonly #canaries: readonly CanaryAddress[];
	readonly #dialer: Dialer;

	/** @param options `connect` is for tests */
	constructor(canaries: readonly CanaryAddress[], options: { readonly connect?: Connect } = {}) {
		this.#canaries = canaries;
		// They are the operator's own, so they may be private; and no name is ever resolved.
		this.#dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null, ...options });
		this.addresses = canaries.map(addressText);
	}

	/** Whether one of them accepts a connection now; false when `signal` is aborted. Never rejects. */
	async answer(signal: AbortSignal): Promise<boolean> {
		const others = new AbortController();
		const cut = AbortSignal.any([signal, others.signal]);
		const isAnswered = await new Promise<boolean>((resolve) => {
			const trials = this.#canaries.map(async (canary) => {
				if ((await this.problemOf(canary, cut)) === null) resolve(true);
			});
			Promise.all(trials).then(() => resolve(false));
		});
		others.abort();
		return isAnswered;
	}

	/** Why a canary accepts no connection, in one sentence; null when it does. */
	async problemOf({ host, port }: CanaryAddress, signal?: AbortSignal): Promise<string | null> {
		const dialed = await this.#dialer.dial({ host, port, timeoutMs: CANARY_TIMEOUT_MS, signal });
		if (dialed.kind === "connected") {
			dialed.socket.destroy();
			return null;
		}
		return dialed.kind === "aborted" ? "The attempt was cut short." : dialed.message;
	}

	close(): void {
		this.#dialer.close();
	}
}

export function addressText({ host, port }: CanaryAddress): string {
	return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
