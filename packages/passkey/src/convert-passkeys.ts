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

const USAGE = `usage: lapwing-convert-passkeys (${Object.keys(LIBRARIES).join(" | ")}) < rows.jsonl > passkeys.jsonl
One JSON object a line; the library's own may stand in it under "credential". "account" and "account_id" are kept.
`;

const [, , library = ""] = process.argv;
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

/** Go and Rust store a credential whole, in a column; SimpleWebAuthn's rows have a `credential` of their own meaning. */
function credentialIn(row: unknown): unknown {
	const { credential } = (row ?? {}) as { credential?: unknown };
	if (library === "simplewebauthn" || credential === undefined) return row;
	return typeof credential === "string" ? parsed(credential) : credential;
}

/** Whose passkey it is: these libraries leave it to the host, and hosts call it one of these. */
function kept(row: unknown): object {
	const entries = Object.entries(row as object);
	return Object.fromEntries(entries.filter(([name]) => ["account", "account_id", "accountId"].includes(name)));
}
