/**
 * The base of every failure that this library hands out, on both halves. A subclass names the step that refused; its
 * `name` is written out rather than taken from the class, because minifiers rename classes and hosts log names.
 * Messages are fixed sentences: they never hold a value that was received or expected, so they are safe to log.
 */
export class PasskeyError extends Error {
	override readonly name: string = "PasskeyError";
}
