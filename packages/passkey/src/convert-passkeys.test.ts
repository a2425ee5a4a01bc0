import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { KEY } from "./server/testing/respond.ts";

const PROGRAM = fileURLToPath(new URL("convert-passkeys.ts", import.meta.url));

function run(library: string[], input: string) {
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
