#!/usr/bin/env node
/**
 * Converts the rows of another library, one line of JSON each, from standard input to standard output. A row that can't
 * be converted is named on standard error by its line, and the program ends with 1; nothing is left out unsaid.
 */

import { createInterface } from "node:readline";
import { isFailure } from "@lapwing/result";
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

const USAGE = `usage: lapwing-convert-passkeys (${Object.keys(LIBRARIES).join(" | ")}) [column …]
	< rows.jsonl > passkeys.jsonl
One JSON object a line; the library's own may stand in it under "credential".
The columns named are kept as they are. Without any: ${ACCOUNT_COLUMNS.join(", ")}.
`;

const [, , library = "", ...columns] = process.argv;
const keptColumns = columns.length > 0 ? columns : ACCOUNT_COLUMNS;
if (!Object.hasOwn(LIBRARIES, library)) {
	process.stderr.write(USAGE);
	process.exit(2);
}
const convert = LIBRARIES[library as keyof typeof LIBRARIES];

let line = 0;
for await (const text of createInterface({ input: process.stdin })) {
	line += 1;
	if (text.trim() === "") continue;
	const row = parsed(text);
	const result = convert(credentialIn(row));
	if (isFailure(result)) {
		process.stderr.write(`line ${line}: ${result.error.message}\n`);
		process.exitCode = 1;
	} else {
		process.stdout.write(`${JSON.stringify({ ...kept(row), ...result.data })}\n`);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Go and Rust store a credential whole, in a column; SimpleWebAuthn's rows have a `credential` of their own meaning.
 */
function credentialIn(row: unknown): unknown {
	const { credential } = (row ?? {}) as { credential?: unknown };
	if (library === "simplewebauthn" || credential === undefined) return row;
	return typeof credential === "string" ? parsed(credential) : credential;
}

/** What tells whose passkey it is. */
function kept(row: unknown): object {
	return Object.fromEntries(Object.entries(row as object).filter(([name]) => keptColumns.includes(name)));
}
