/** Sends batches of mails to subscribers through a pool of SMTP connections, at a rate of their own. */

import { setTimeout as pause } from "node:timers/promises";
import type { Dialer } from "../../net/dial.ts";
import type { SmtpServer } from "../../net/smtp.ts";
import { type PooledResult, SmtpPool } from "../../net/smtp-pool.ts";
import { BATCH_BEGINS_WITHIN_MS, MAIL_TIMEOUT_MS, type MailBatch, type SubscriberDelivery } from "./interface.ts";
import type { MailPriority } from "./mail-priority.ts";
import { mailWriter } from "./mail-text.ts";

/** Few enough that an everyday mail server takes them beside those of alerts. */
const CONNECTIONS = 4;

interface MailerOptions {
	readonly server: SmtpServer;
	readonly dialer: Dialer;
	/** Null: as fast as the server takes them. */
	readonly mailsPerSecond: number | null;
	readonly priority: MailPriority;
}

export class SubscriberMailer {
	readonly #pool: SmtpPool;
	readonly #priority: MailPriority;
	/** Between two mails. */
	readonly #everyMs: number;
	#nextAt = 0;

	constructor({ server, dialer, mailsPerSecond, priority }: MailerOptions) {
		this.#pool = new SmtpPool(dialer, server, { connections: CONNECTIONS, timeoutMs: MAIL_TIMEOUT_MS });
		this.#priority = priority;
		this.#everyMs = mailsPerSecond === null ? 0 : 1000 / mailsPerSecond;
	}

	async send({ page, content, to }: MailBatch, signal: AbortSignal): Promise<readonly SubscriberDelivery[]> {
		const write = mailWriter(page, content);
		const deliveries: SubscriberDelivery[] = to.map(() => ({ kind: "untried" }));
		const endsAt = performance.now() + BATCH_BEGINS_WITHIN_MS;
		const rest = to.entries();
		let isAvailable = true;
		const worker = async () => {
			for (const [index, recipient] of rest) {
				await this.#turn(signal);
				if (!isAvailable || signal.aborted || performance.now() > endsAt) return;
				const { address, messageId, token } = recipient;
				const mail = { ...write(token), to: address, fromName: page.name, id: messageId };
				const sent = await this.#pool.send(mail, signal);
				deliveries[index] = deliveryOf(sent);
				isAvailable &&= sent.kind !== "unavailable";
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, worker));
		return deliveries;
	}

	/** Resolves when a mail may be handed to the server. */
	async #turn(signal: AbortSignal): Promise<void> {
		await this.#priority.free();
		if (this.#everyMs === 0) return;
		const now = performance.now();
		const at = Math.max(now, this.#nextAt);
		this.#nextAt = at + this.#everyMs;
		if (at > now) await pause(at - now, undefined, { signal }).catch(() => {});
	}

	close(): void {
		this.#pool.close();
	}
}

function deliveryOf(result: PooledResult): SubscriberDelivery {
	switch (result.kind) {
		case "accepted":
			return { kind: "sent" };
		case "refused": {
			const message = `The mail server answered with ${result.code}.`;
			if (result.code < 500) return { kind: "later", retryAfterMs: null, message };
			return { kind: "refused", isAboutAddress: result.isAboutAddress, message };
		}
		case "unavailable":
			return result;
		case "aborted":
			return { kind: "untried" };
	}
}
