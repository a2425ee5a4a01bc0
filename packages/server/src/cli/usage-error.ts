/** A mistake that the user of the command can correct; the message names the correction. Exit code 2. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}
