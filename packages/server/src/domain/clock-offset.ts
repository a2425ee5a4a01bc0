/**
 * Another machine's clock, counted on by this one's monotonic clock. It is read by messages, of which each says what
 * the clock was at some time between two instants of the monotonic one.
 */
export class ClockOffset {
	#ms: number | null = null;

	/** What to add to the monotonic clock; null: the other one was never read. */
	get ms(): number | null {
		return this.#ms;
	}

	/**
	 * It was `at`, in whole milliseconds, between `sentAt` and `receivedAt` (monotonic): the offset is corrected by as
	 * little as that demands. Returns by how much it grew.
	 */
	read(at: number, sentAt: number, receivedAt: number): number {
		const [least, most] = [at - receivedAt, at + 1 - sentAt];
		const before = this.#ms ?? (least + most) / 2;
		this.#ms = Math.min(Math.max(before, least), most);
		return this.#ms - before;
	}
}
