/**
 * Mails of alerts and of signing in go first: while one of them is with the mail server, no further mail to subscribers
 * is handed to it. A server that takes few connections, or few mails a minute, has them free for alerts.
 */
export class MailPriority {
	#underWay = 0;
	#waiting: (() => void)[] = [];

	/** Runs the sending of a mail that goes first. */
	async first<T>(send: () => Promise<T>): Promise<T> {
		this.#underWay += 1;
		try {
			return await send();
		} finally {
			this.#underWay -= 1;
			if (this.#underWay === 0) {
				const waiting = this.#waiting;
				this.#waiting = [];
				for (const go of waiting) go();
			}
		}
	}

	/** Resolves while none is under way. */
	async free(): Promise<void> {
		while (this.#underWay > 0) await new Promise<void>((go) => this.#waiting.push(go));
	}
}
