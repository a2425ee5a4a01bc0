/** Whether the disk of the database was full lately: transactions failed for it. */

/** Results that wait are tried again every five seconds at the latest, so a disk that stays full is noticed again. */
const LATELY_MS = 30_000;

export class FullDisk {
	readonly #isFull: (error: unknown) => boolean;
	#failedAt = Number.NEGATIVE_INFINITY;

	/** @param isFull whether an error of the engine says that its disk is full */
	constructor(isFull: (error: unknown) => boolean) {
		this.#isFull = isFull;
	}

	get wasFullLately(): boolean {
		return performance.now() - this.#failedAt < LATELY_MS;
	}

	/** What `transaction` resolves or rejects with; notes when it failed for a full disk. */
	async watching<T>(transaction: Promise<T>): Promise<T> {
		try {
			return await transaction;
		} catch (error) {
			if (this.#isFull(error)) this.#failedAt = performance.now();
			throw error;
		}
	}
}
