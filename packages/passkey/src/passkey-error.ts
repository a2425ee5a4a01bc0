/**
 * The base class of every failure, in both halves. A subclass names the step that refused. Its `name` is a literal,
 * because minifiers rename classes and hosts log names. Messages are fixed sentences without received or expected
 * values, so they are safe to log.
 */
export class PasskeyError extends Error {
	override readonly name: string = "PasskeyError";
}
