/** Whole numbers from 0 on as LEB128: seven bits a byte, the lowest first; a small number is one byte. */

export function pushNumber(bytes: number[], number: number): void {
	let rest = number;
	while (rest >= 128) {
		bytes.push((rest % 128) + 128);
		rest = Math.floor(rest / 128);
	}
	bytes.push(rest);
}

export class NumberReader {
	readonly #bytes: Uint8Array;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	/** How many bytes were read. */
	get at(): number {
		return this.#at;
	}

	get isAtEnd(): boolean {
		return this.#at >= this.#bytes.length;
	}

	/** Throws a RangeError when the bytes end in the middle of a number. */
	next(): number {
		for (let number = 0, factor = 1; ; factor *= 128) {
			const byte = this.#bytes[this.#at];
			if (byte === undefined) throw new RangeError("The bytes end in the middle of a number");
			this.#at += 1;
			// Nearly all numbers are one byte.
			if (byte < 128 && factor === 1) return byte;
			number += (byte % 128) * factor;
			if (byte < 128) return number;
		}
	}
}
