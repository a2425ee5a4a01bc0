/** What the person at the keyboard can put right. The message says how. Exit code 2. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}
