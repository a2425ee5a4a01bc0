/**
 * Passwords: for where passkeys can't work, and for whoever prefers one (docs/rules/access.md#passwords). Here are the
 * rules that a new one must keep; ../../identity/argon2-passwords.ts hashes them.
 */

import { text } from "../text.ts";

/** Characters. NIST SP 800-63B-4 §3.1.1.2 asks for 15 where a password is the only factor, and for no other rule. */
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 256;

/** As it is sent to sign in: any length, so that an answer reveals nothing about the one that is stored. */
export const passwordText = text(1, MAX_PASSWORD_LENGTH);

/** As it is chosen. */
export const newPasswordText = text(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH);

/** What everybody who knows the person or the product would try. */
const PRODUCT_WORDS = ["lapwing", "password", "uptime", "monitor"];
/** Shorter words are parts of too many others. */
const MIN_WORD_LENGTH = 3;
/** Characters that remain without such words. */
const MIN_REST = 8;
const MIN_DIFFERENT_CHARACTERS = 5;

/** Why nobody should choose this password; null where nothing but a list of known ones speaks against it. */
export function weaknessOf(password: string, { name, email }: { name: string; email: string }): string | null {
	const folded = password.toLowerCase();
	if (new Set(folded).size < MIN_DIFFERENT_CHARACTERS) return "Choose one of more different characters.";
	const words = [...PRODUCT_WORDS, ...`${name} ${email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)];
	const rest = words
		.filter((word) => word.length >= MIN_WORD_LENGTH)
		.sort((one, other) => other.length - one.length)
		.reduce((left, word) => left.replaceAll(word, ""), folded);
	return [...rest].length < MIN_REST ? "Choose one without your name, your address or the name of this product." : null;
}

/** busy: too many passwords are being hashed already, each of which takes a core for some time. */
export type Hashed<Value> = Value | "busy";

/** Hashes passwords; slow on purpose, so never within a transaction. */
export interface Passwords {
	/** What to store. */
	hash(password: string): Promise<Hashed<string>>;
	/** Whether `password` is the stored one. Takes as long where nothing is stored, which is never true. */
	matches(password: string, stored: string | null): Promise<Hashed<boolean>>;
	/** Whether it is on a list of passwords that were often used. */
	isKnown(password: string): Promise<boolean>;
}
