/**
 * Records of the DNS as text, each in one canonical form, so that what an owner expects and what a server answers are
 * compared as plain texts. The forms are those of zone files (RFC 1035 §5.1 and the RFC of each type), with these
 * choices: names in lower case and punycode without the last dot, IPv6 addresses as RFC 5952 writes them, and a TXT
 * record as the one text that its strings make (RFC 7208 §3.3).
 */

export const RECORD_TYPES = ["A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** RFC 1035 §2.3.4, without the last dot; escapes may make a name of the wire longer. */
const MAX_NAME_LENGTH = 1_024;
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;

/** What a record of each type looks like, for error messages. */
const EXAMPLES: Readonly<Record<RecordType, string>> = {
	A: "192.0.2.1",
	AAAA: "2001:db8::1",
	CAA: '0 issue "letsencrypt.org"',
	CNAME: "www.example.net",
	MX: "10 mail.example.com",
	NS: "ns1.example.net",
	PTR: "mail.example.com",
	SOA: "ns1.example.net hostmaster.example.com 2026010101 7200 3600 1209600 300",
	SRV: "10 60 5060 sip.example.com",
	TXT: "v=spf1 include:_spf.example.net -all",
};

/** `text` as a record of `type` in its canonical form; null when it is no such record. */
export function canonicalRecord(type: RecordType, text: string): string | null {
	const given = text.trim();
	switch (type) {
		case "A":
			return canonicalIpv4(given);
		case "AAAA":
			return canonicalIpv6(given);
		case "CNAME":
		case "NS":
		case "PTR":
			return canonicalName(given);
		case "MX":
			return withNumbers(given, [MAX_UINT16]);
		case "SRV":
			return withNumbers(given, [MAX_UINT16, MAX_UINT16, MAX_UINT16]);
		case "SOA":
			return canonicalSoa(given);
		case "CAA":
			return canonicalCaa(given);
		case "TXT":
			return canonicalTxt(given);
	}
}

/** What is wrong with `text` as a record of `type`, in a sentence; null when nothing is. */
export function recordProblem(type: RecordType, text: string): string | null {
	if (canonicalRecord(type, text) !== null) return null;
	const kind = /^[AMNS]/.test(type) && type !== "NS" && type !== "SRV" ? `an ${type}` : `a ${type}`;
	return `This is not ${kind} record. Write it as in a zone file, for example: ${EXAMPLES[type]}`;
}

/**
 * A name in lower case and punycode, without the last dot; "." for the root. Null for what is no name. A dot within a
 * label is escaped as `\.`.
 */
export function canonicalName(text: string): string | null {
	if (text === ".") return ".";
	const bare = text.replace(/(?<!\\)\.$/, "");
	const ascii = /^[\x21-\x7e]*$/.test(bare) ? bare.toLowerCase() : punycoded(bare);
	if (ascii === null || ascii === "" || ascii.length > MAX_NAME_LENGTH) return null;
	return /^\.|(?<!\\)\.\.|["\s]/.test(ascii) ? null : ascii;
}

/** By the URL parser, the only IDNA that the language has. The last label keeps it from reading numbers as IPv4. */
function punycoded(name: string): string | null {
	const host = URL.parse(`http://${name}.x/`)?.hostname;
	return host?.endsWith(".x") ? host.slice(0, -2) : null;
}

/** Texts of a TXT or CAA record in one form: control characters as `\DDD` (RFC 1035 §5.1). */
export function printable(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
	return text.replace(/[\x00-\x1f\x7f]/g, (each) => `\\${String(each.charCodeAt(0)).padStart(3, "0")}`);
}

function canonicalIpv4(text: string): string | null {
	const parts = text.split(".");
	const isAddress =
		parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
	return isAddress ? text : null;
}

function canonicalIpv6(text: string): string | null {
	if (!/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text)) return null;
	return URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) ?? null;
}

/** So many whole numbers, each at most its limit, and then a name. */
function withNumbers(text: string, limits: readonly number[]): string | null {
	const fields = text.split(/\s+/);
	const name = canonicalName(fields.at(-1) ?? "");
	const numbers = wholeNumbers(fields.slice(0, -1), limits);
	return name === null || numbers === null ? null : [...numbers, name].join(" ");
}

function canonicalSoa(text: string): string | null {
	const [mname = "", rname = "", ...rest] = text.split(/\s+/);
	const names = [canonicalName(mname), canonicalName(rname)];
	const numbers = wholeNumbers(rest, Array<number>(5).fill(MAX_UINT32));
	return names.includes(null) || numbers === null ? null : [...names, ...numbers].join(" ");
}

function canonicalCaa(text: string): string | null {
	const [, flags = "", tag = "", quoted, bare = ""] = /^(\d+)\s+([a-z0-9]+)\s+(?:"(.*)"|(\S+))$/is.exec(text) ?? [];
	if (tag === "" || Number(flags) > 0xff) return null;
	return caaText(Number(flags), tag, quoted?.replace(/\\(["\\])/g, "$1") ?? bare);
}

/** A CAA record (RFC 8659 §4.1) from its parts. */
export function caaText(flags: number, tag: string, value: string): string {
	return `${flags} ${tag.toLowerCase()} "${printable(value).replace(/(["\\])/g, "\\$1")}"`;
}

/** As it is, or as the quoted strings of a zone file, joined. */
function canonicalTxt(text: string): string | null {
	if (!/^"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*$/s.test(text)) return printable(text);
	const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inner = ""]) => inner);
	return printable(strings.join("").replace(/\\(["\\])/g, "$1"));
}

function wholeNumbers(fields: readonly string[], limits: readonly number[]): number[] | null {
	if (fields.length !== limits.length) return null;
	const numbers = fields.map((field) => (/^\d{1,10}$/.test(field) ? Number(field) : Number.NaN));
	return numbers.every((number, index) => number <= (limits[index] ?? 0)) ? numbers : null;
}
