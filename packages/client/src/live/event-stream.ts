/** Reads server-sent events from a stream of bytes (HTML Living Standard §9.2.6). */

interface ServerSentEvent {
	/** `message` unless the stream says otherwise. */
	readonly type: string;
	readonly data: string;
	/** Of this event or the last one before it that had one; empty at first. */
	readonly lastEventId: string;
}

/** Far above the largest change of a team of 10,000 monitors (about 1.5 million characters). */
const MAX_EVENT_CHARACTERS = 8 * 1024 * 1024;

/** Takes the text of a stream in pieces of any size. */
export class EventStreamReader {
	/** What the service asks to wait before connecting again; null until it asks. */
	retryMs: number | null = null;
	#rest = "";
	#isFirst = true;
	#type = "";
	#data: string[] = [];
	#characters = 0;
	#lastEventId = "";

	/** The events that end within this piece. Throws a RangeError when one grows beyond all measure. */
	push(text: string): ServerSentEvent[] {
		if (text === "") return [];
		const whole = this.#rest + (this.#isFirst ? text.replace(/^\uFEFF/, "") : text);
		this.#isFirst = false;
		// A CR at the end may be half of a CRLF.
		const end = whole.endsWith("\r") ? whole.length - 1 : whole.length;
		const lines = whole.slice(0, end).split(/\r\n|\n|\r/);
		this.#rest = (lines.pop() ?? "") + whole.slice(end);
		const events = lines.flatMap((line) => this.#line(line) ?? []);
		if (this.#rest.length + this.#characters > MAX_EVENT_CHARACTERS) {
			throw new RangeError(`An event has more than ${MAX_EVENT_CHARACTERS} characters`);
		}
		return events;
	}

	#line(line: string): ServerSentEvent | null {
		if (line === "") return this.#dispatch();
		const colon = line.indexOf(":");
		// A comment: how the service shows that the stream is alive.
		if (colon === 0) return null;
		const field = colon === -1 ? line : line.slice(0, colon);
		const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
		this.#characters += line.length;
		if (field === "event") this.#type = value;
		else if (field === "data") this.#data.push(value);
		else if (field === "id" && !value.includes("\0")) this.#lastEventId = value;
		else if (field === "retry" && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
		return null;
	}

	#dispatch(): ServerSentEvent | null {
		const [type, data] = [this.#type, this.#data];
		this.#type = "";
		this.#data = [];
		this.#characters = 0;
		if (data.length === 0) return null;
		return { type: type === "" ? "message" : type, data: data.join("\n"), lastEventId: this.#lastEventId };
	}
}
