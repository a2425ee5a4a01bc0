#!/usr/bin/env node
/**
 * Converts the rows of another library, one line of JSON each, from standard input to standard output. A row that can't
 * be converted is named on standard error by its line, and the program ends with 1; nothing is left out unsaid.
 */

import { isFailure } from "@lapwing/result";
import { credentialMembers } from "./migration/from-simplewebauthn.ts";
import { idColumnOf } from "./migration/id-column.ts";
import { parsedRow } from "./migration/parsed-row.ts";
import { fromGoWebAuthn, fromSimpleWebAuthn, fromWebauthnRs } from "./migration.ts";

const LIBRARIES = {
	simplewebauthn: fromSimpleWebAuthn,
	"go-webauthn": fromGoWebAuthn,
	"webauthn-rs": fromWebauthnRs,
} as const;

/** The columns in which hosts say whose a passkey is: the libraries leave that to them. */
const ACCOUNT_COLUMNS = [
	"account",
	"account_id",
	"accountId",
	"internal_user_id",
	"user_id",
	"userId",
	"internalUserId",
];

/** The members of a converted passkey, which no column that is kept may replace. */
const PASSKEY_MEMBERS = [
	"id",
	"publicKey",
	"algorithm",
	"counter",
	"transports",
	"aaguid",
	"attestation",
	"userVerified",
	"syncable",
	"backedUp",
	"userHandle",
];

/** A row with a key of ML-DSA-87 and an attestation of 64 KiB takes less. A longer line is no row. */
const MAX_LINE_LENGTH = 1_048_576;

const USAGE = `usage: lapwing-convert-passkeys (${Object.keys(LIBRARIES).join(" | ")}) [column …]
	< rows.jsonl > passkeys.jsonl
One JSON object a line, as PostgreSQL's row_to_json writes it; the library's own may stand in it under "credential".
The columns named are kept as they are. Without any: ${ACCOUNT_COLUMNS.join(", ")}.
A number that JavaScript can't hold exactly is kept as a text of its digits.
`;

const [, , library = "", ...named] = process.argv;
if (!Object.hasOwn(LIBRARIES, library)) {
	process.stderr.write(USAGE);
	process.exit(2);
}
const replaced = named.filter((column) => PASSKEY_MEMBERS.includes(column));
if (replaced.length > 0) {
	process.stderr.write(`${replaced.join(", ")}: a passkey has a member of this name; rename the column in the query\n`);
	process.exit(2);
}
const keptColumns = named.length > 0 ? named : ACCOUNT_COLUMNS;
const convert = LIBRARIES[library as keyof typeof LIBRARIES];

const columnsSeen = new Set<string>();
const idColumns = new Set<string>();
let line = 0;
let converted = 0;
for await (const text of linesOf(textOf(process.stdin))) {
	line += 1;
	if (text.trim() === "") continue;
	const row = parsedRow(text);
	const result = convert(credentialIn(row));
	const keptMembers = kept(row);
	for (const column of Object.keys(keptMembers)) columnsSeen.add(column);
	if (isFailure(result)) {
		process.stderr.write(`line ${line}: ${result.error.message}\n`);
		process.exitCode = 1;
		continue;
	}
	converted += 1;
	if (library === "simplewebauthn") rememberIdColumn(row);
	process.stdout.write(`${JSON.stringify({ ...keptMembers, ...result.data })}\n`);
}
for (const column of named.filter((each) => !columnsSeen.has(each))) {
	process.stderr.write(`no row has the column ${column}\n`);
	process.exitCode = 1;
}
if (converted > 0 && columnsSeen.size === 0) {
	process.stderr.write("no row says whose passkey it is: name the column that does\n");
	process.exitCode = 1;
}
if (idColumns.size > 0) process.stderr.write(`credential ids were read from ${[...idColumns].join(", ")}\n`);

/** In UTF-8 alone: what another encoding says of two accounts would become the same text, of U+FFFD. */
async function* textOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	const decoded = (chunk?: Uint8Array) => {
		try {
			return decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			process.stderr.write(`after line ${line}: the text is not UTF-8\n`);
			process.exit(1);
		}
	};
	for await (const chunk of input) yield decoded(chunk);
	yield decoded();
}

/**
 * Lines end at LF or CRLF alone: texts may contain the other line ends of Unicode. A byte order mark at the beginning
 * is no part of them.
 */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
	let pending = "";
	let isFirst = true;
	const lineOf = (text: string) => {
		const begin = isFirst && text.startsWith("\uFEFF") ? 1 : 0;
		isFirst = false;
		return text.slice(begin).replace(/\r$/, "");
	};
	for await (const chunk of input) {
		const parts = (pending + chunk).split("\n");
		pending = parts.pop() ?? "";
		for (const part of parts) yield lineOf(part);
		if (pending.length > MAX_LINE_LENGTH) {
			process.stderr.write(`line ${line + 1}: longer than ${MAX_LINE_LENGTH} characters: no row\n`);
			process.exit(1);
		}
	}
	if (pending !== "") yield lineOf(pending);
}

/**
 * Go and Rust store a credential whole, in a column; SimpleWebAuthn's rows have a `credential` of their own meaning.
 */
function credentialIn(row: unknown): unknown {
	const { credential } = (row ?? {}) as { credential?: unknown };
	if (library === "simplewebauthn" || credential === undefined) return row;
	return typeof credential === "string" ? parsedRow(credential) : credential;
}

/** What says whose passkey it is. */
function kept(row: unknown): object {
	if (typeof row !== "object" || row === null) return {};
	return Object.fromEntries(Object.entries(row).filter(([name]) => keptColumns.includes(name)));
}

function rememberIdColumn(row: unknown): void {
	const chosen = idColumnOf(credentialMembers(row as object));
	if ("column" in chosen) idColumns.add(chosen.column);
}
