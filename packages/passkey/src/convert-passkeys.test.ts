import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { KEY } from "./server/testing/respond.ts";

const PROGRAM = fileURLToPath(new URL("convert-passkeys.ts", import.meta.url));

function run(library: string[], input: string | Uint8Array) {
	const options = { input, encoding: "utf8" } as const;
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--conditions=@lapwing/source", PROGRAM, ...library],
		options,
	);
	return { status, lines: stdout.split("\n").filter((line) => line !== ""), stderr };
}

const publicKey = Buffer.from(KEY.publicKey).toString("base64");
const credential = { id: "AQID", publicKey, authenticator: { signCount: 4 } };

test("each line becomes a passkey, with the account that stood beside", () => {
	const rows = [
		{ account_id: 7, ...credential },
		{ account_id: 8, credential },
		{ account_id: 9, credential: JSON.stringify(credential) },
	];
	const { status, lines, stderr } = run(["go-webauthn"], rows.map((row) => JSON.stringify(row)).join("\n\n"));
	expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
	expect(lines.map((line) => JSON.parse(line))).toMatchObject(
		[7, 8, 9].map((account_id) => ({ account_id, id: "AQID", counter: 4, algorithm: -7 })),
	);
});

test("the account of SimpleWebAuthn's documented SQL columns is kept, and no other column", () => {
	const row = { cred_id: "AQID", cred_public_key: publicKey, internal_user_id: "ada", counter: 4, last_used: null };
	const { lines } = run(["simplewebauthn"], JSON.stringify(row));
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ internal_user_id: "ada", id: "AQID" }]);
	expect(lines[0]).not.toContain("last_used");
});

test("account ids keep their digits, as numbers as far as JavaScript can hold them", () => {
	const accounts = [
		"7",
		"9007199254740993",
		"1234567890123456789",
		"1234567890123456790",
		"-9223372036854775808",
		"0.1",
	];
	const text = JSON.stringify(credential).slice(1);
	const rows = accounts.map((account) => `{"account_id":${account},"note":"\\" 1234567890123456789",${text}`);
	const { status, lines } = run(["go-webauthn", "account_id", "note"], rows.join("\n"));
	expect(status).toBe(0);
	expect(lines.map((line) => JSON.parse(line).account_id)).toStrictEqual([7, ...accounts.slice(1, 5), 0.1]);
	expect(JSON.parse(lines[0] ?? "").note).toBe('" 1234567890123456789');
});

test("lines end at LF or CRLF alone, and a byte order mark is passed over", () => {
	const row = { account_id: "a\u2028b\u2029c\u0085d", ...credential };
	const { status, lines, stderr } = run(["go-webauthn"], `\uFEFF${JSON.stringify(row)}\r\n${JSON.stringify(row)}\n`);
	expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
	expect(lines.map((line) => JSON.parse(line).account_id)).toStrictEqual([row.account_id, row.account_id]);
});

test.each([
	["Latin-1", Buffer.from(`${JSON.stringify({ account_id: "jörg", ...credential })}\n`, "latin1")],
	["UTF-16", Buffer.from(`\uFEFF${JSON.stringify({ account_id: 7, ...credential })}\n`, "utf16le")],
	["UTF-8 cut short", Buffer.from('{"account_id":"j\u00f6').subarray(0, -1)],
])("%s is refused: the accounts of two people could become one text", (_encoding, input) => {
	const { status, lines, stderr } = run(["go-webauthn"], input);
	expect({ status, lines, stderr }).toStrictEqual({
		status: 1,
		lines: [],
		stderr: "after line 0: the text is not UTF-8\n",
	});
});

test("a letter that two chunks share stays whole", () => {
	const row = `${JSON.stringify({ account_id: "jörg", ...credential })}\n`;
	const { status, lines } = run(["go-webauthn"], row.repeat(2_000));
	expect({ status, accounts: new Set(lines.map((line) => JSON.parse(line).account_id)) }).toStrictEqual({
		status: 0,
		accounts: new Set(["jörg"]),
	});
});

test("a line without an end is refused instead of being kept in memory", () => {
	const { status, stderr } = run(["go-webauthn"], `{"id":"${"A".repeat(2_000_000)}`);
	expect({ status, stderr }).toStrictEqual({ status: 1, stderr: "line 1: longer than 1048576 characters: no row\n" });
});

test("a column that was named and that no row has is an error", () => {
	const { status, lines, stderr } = run(
		["go-webauthn", "owner", "acount_id"],
		JSON.stringify({ owner: 7, ...credential }),
	);
	expect(lines).toHaveLength(1);
	expect({ status, stderr }).toStrictEqual({ status: 1, stderr: "no row has the column acount_id\n" });
});

test("rows that do not say whose passkeys they are are an error", () => {
	const { status, stderr } = run(["go-webauthn"], JSON.stringify(credential));
	const wanted = "no row says whose passkey it is: name the column that does\n";
	expect({ status, stderr }).toStrictEqual({ status: 1, stderr: wanted });
});

test("a column that would replace a member of the passkey is refused before anything is read", () => {
	const { status, lines, stderr } = run(["go-webauthn", "id"], JSON.stringify(credential));
	expect({ status, lines }).toStrictEqual({ status: 2, lines: [] });
	expect(stderr).toContain("id: a passkey has a member of this name");
});

test("the column from which the credential's id was read is named", () => {
	const row = { id: "tz4a98xxat96iws9zmbrgj3a", userId: "ada", credentialID: "AQID", publicKey, counter: 4 };
	const { status, lines, stderr } = run(["simplewebauthn"], JSON.stringify(row));
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ userId: "ada", id: "AQID" }]);
	expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "credential ids were read from credentialID\n" });
});

test("columns that the command names are kept, and no others", () => {
	const row = { owner: 7, created_at: "2026-11-21", user_id: 9, ...credential };
	const { lines } = run(["go-webauthn", "owner", "created_at"], JSON.stringify(row));
	const [passkey] = lines.map((line) => JSON.parse(line));
	expect(passkey).toMatchObject({ owner: 7, created_at: "2026-11-21", id: "AQID" });
	expect(passkey).not.toHaveProperty("user_id");
});

test("a line that can't be converted is named, the others are converted, and the program fails", () => {
	const input = ["{", JSON.stringify(credential), JSON.stringify({ ...credential, publicKey: "AAAA" }), "null"].join(
		"\n",
	);
	const { status, lines, stderr } = run(["go-webauthn"], input);
	expect(status).toBe(1);
	expect(lines).toHaveLength(1);
	expect(stderr.match(/^line \d+/gm)).toStrictEqual(["line 1", "line 3", "line 4"]);
	expect(stderr).not.toContain("AAAA");
});

test.each([[[]], [["passport"]], [["constructor"]]])("without a known library it prints its usage: %j", (library) => {
	const { status, lines, stderr } = run(library, "");
	expect({ status, lines }).toStrictEqual({ status: 2, lines: [] });
	expect(stderr).toContain("usage: lapwing-convert-passkeys (simplewebauthn | go-webauthn | webauthn-rs)");
});
