/** What the cases of the corpus are made of. */

/** Latin-1 text, or a text and how often it is repeated. */
export type Piece = string | readonly [text: string, times: number];

export interface Case {
	/** What is odd about it, and its id. */
	readonly title: string;
	readonly response: readonly Piece[];
}

export function bytesOf(response: readonly Piece[]): Buffer {
	return Buffer.from(
		response.map((piece) => (typeof piece === "string" ? piece : piece[0].repeat(piece[1]))).join(""),
		"latin1",
	);
}

export const BODY = "hello";
export const OK = "HTTP/1.1 200 OK\r\n";
export const FIVE = "Content-Length: 5\r\n";
export const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** A list of odd texts as cases of one group: the text stands, quoted, in the title. */
export function variants(group: string, texts: readonly string[], response: (text: string) => string): Case[] {
	return texts.map((text) => ({ title: `${group}: ${JSON.stringify(text)}`, response: [response(text)] }));
}
