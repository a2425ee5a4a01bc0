/**
 * Pings addresses through the system's command: each ping is a process. Whether an address may be pinged is decided
 * before, by ../dial.ts; how many run at a time, by ../../probe/ping/ping-places.ts.
 */

import type { ConnectError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import { runBounded } from "./bounded-process.ts";
import { findPing, type NoPing, type PingCommand } from "./ping-command.ts";
import { type LocalProblem, localProblemIn, readPingOutput } from "./ping-output.ts";

/** A machine that may not ping is asked again after so long: somebody may have granted it. */
const RETRY_AFTER_MS = 60_000;
/** Left for the reply to the last packet when the time is too short for all packets. */
const LAST_REPLY_MS = 500;

interface PingReplies {
	readonly kind: "pinged";
	/** How many packets were sent; fewer than asked for when the time is too short for all. */
	readonly sent: number;
	/** Milliseconds, one for each packet that was answered. */
	readonly roundTripsMs: readonly number[];
	readonly isUnreachable: boolean;
}

export class Pinger {
	readonly #program: string | undefined;
	#found: Promise<PingCommand | NoPing> | null = null;
	#foundAt = 0;

	/** @param program for tests; default: the system's */
	constructor(program?: string) {
		this.#program = program;
	}

	/** @param waitedMs of the deadline, how much passed before */
	async ping(
		address: string,
		packets: number,
		deadline: Deadline,
		waitedMs: number,
	): Promise<PingReplies | ConnectError> {
		const command = await deadline.within(this.#command());
		if (command === null) {
			if (deadline.cut === "aborted") return deadline.connectError("first_byte", null);
			return noCapacity("The command ping was not found before the time ran out.");
		}
		if (command.kind === "no_ping") return noCapacity(command.remedy);
		return this.#run(command, address, packets, deadline, waitedMs);
	}

	async #run(
		{ options, intervalMs, programFor }: PingCommand,
		address: string,
		packets: number,
		deadline: Deadline,
		waitedMs: number,
	): Promise<PingReplies | ConnectError> {
		const leftMs = deadline.timeoutMs - waitedMs;
		const sent = Math.max(1, Math.min(packets, 1 + Math.floor((leftMs - LAST_REPLY_MS) / intervalMs)));
		const argv = [programFor(address), ...options, "-c", String(sent), address];
		const run = await runBounded(argv, { onStart: (cut) => deadline.begin(cut) });
		deadline.finish();
		if (deadline.cut === "aborted") return deadline.connectError("first_byte", address);
		if (run.kind === "not_started") {
			this.#found = null;
			return noCapacity(`The command ping could not be started (${run.code}).`);
		}
		const { roundTripsMs, isUnreachable, hasOtherReplies } = readPingOutput(run.output, sent);
		if (roundTripsMs.length > 0) return { kind: "pinged", sent, roundTripsMs, isUnreachable };
		const problem = localProblemIn(run.errors);
		if (problem !== null) return this.#localError(problem, address);
		if (run.ending === "output") return noCapacity("The command ping printed more than it ever should.");
		if (run.exitCode === 0 && !hasOtherReplies) {
			return noCapacity("The command ping printed no round trip that can be read.");
		}
		// No reply within its time: 1, in all of them. BSD's says 2. Otherwise it did not understand, or crashed.
		const isNoReply = run.ending !== "exit" || run.exitCode === 1 || (run.exitCode === 2 && run.errors === "");
		if (!isNoReply && !isUnreachable && !hasOtherReplies) {
			return noCapacity(`The command ping failed (exit code ${run.exitCode}).`);
		}
		// Every ping says what it does, also of a host that does not answer.
		if (run.output.trim() === "" && run.errors.trim() === "") return noCapacity("The command ping printed nothing.");
		return { kind: "pinged", sent, roundTripsMs, isUnreachable };
	}

	#localError(problem: LocalProblem, address: string): ConnectError {
		switch (problem) {
			case "not_permitted":
				this.#found = null;
				return noCapacity(
					"This machine may not send pings to the address: a privilege or a rule of its own forbids it.",
				);
			case "no_network":
				return {
					kind: "missed",
					cause: "no_network",
					message: `This machine has no network that leads to ${address}.`,
				};
			case "no_capacity":
				return noCapacity("This machine had no resources left to ping.");
		}
	}

	/** Looked for once, and again after a while when there was none. */
	async #command(): Promise<PingCommand | NoPing> {
		const now = performance.now();
		if (this.#found === null) {
			this.#found = findPing(this.#program);
			this.#foundAt = now;
		}
		const found = await this.#found;
		if (found.kind === "no_ping" && now - this.#foundAt > RETRY_AFTER_MS) {
			this.#found = null;
			return this.#command();
		}
		return found;
	}
}

function noCapacity(message: string): ConnectError {
	return { kind: "missed", cause: "no_capacity", message };
}
