import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { run } from "../scripts/run.ts";
import { authenticateError, registerError } from "../src/client/errors.ts";
import * as client from "../src/client.ts";
import * as server from "../src/server.ts";
import { examplesInComments, examplesOf, layOut } from "./harness/examples.ts";

const README = "packages/passkey/README.md";

/** Goes through the four routes of the README's host as a browser would. */
const visit = `
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
import { app } from "./app.ts";

const authenticator = new SoftwareAuthenticator({ origin: "http://localhost:3000" });
let cookie = "";
async function post(path: string, body: object = {}) {
	const response = await app.request(path, { method: "POST", headers: { cookie }, body: JSON.stringify(body) });
	cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
	return response;
}
const statuses: number[] = [];
await post("/sign-up");
const created = await authenticator.create(await (await post("/passkey/register/challenge")).json());
statuses.push((await post("/passkey/register/verify", created)).status);
cookie = "";
const asserted = await authenticator.get(await (await post("/passkey/challenge")).json());
statuses.push((await post("/passkey/verify", asserted)).status);
statuses.push((await post("/passkey/verify", asserted)).status);
const account = await (await app.request("/account", { headers: { cookie } })).json();
process.stdout.write(JSON.stringify({ statuses, isSignedIn: "accountId" in account }));
`;

const PAGES = [
	README,
	"packages/result/README.md",
	"packages/passkey/docs/from-simplewebauthn.md",
	"packages/passkey/docs/from-webauthn-rs.md",
];

test.each(PAGES)("every TypeScript example of %s compiles", async (readme) => {
	const examples = await examplesOf(readme);
	expect(examples.some((each) => each.language === "ts")).toBe(true);
	await using project = await layOut(examples);
	await run("tsc", ["-p", "."], project.directory);
});

test("every example in a comment of the source compiles", async () => {
	const examples = await examplesInComments("packages/passkey/src");
	expect(examples.map((each) => each.fileName)).toContainEqual(expect.stringContaining("client-ceremonies"));
	await using project = await layOut(examples);
	await run("tsc", ["-p", "."], project.directory);
});

test("the host of the README registers a passkey, signs in with it, and refuses a replay", async () => {
	await using project = await layOut(await examplesOf(README), { "visit.ts": visit });
	const seen = await run(process.execPath, ["--conditions=@lapwing/source", "visit.ts"], project.directory);
	expect(JSON.parse(seen)).toStrictEqual({ statuses: [200, 200, 400], isSignedIn: true });
});

test("every body that the README's pages send says that it is JSON: Express and Fastify read no other", async () => {
	const calls = (await examplesOf(README)).flatMap(({ code }) => code.match(/fetch\([^;]*?body: JSON[^;]*;/g) ?? []);
	expect(calls.length).toBeGreaterThan(3);
	for (const call of calls) expect(call).toContain("headers");
});

test("every example in a comment of the source that sends a body says that it is JSON", async () => {
	const examples = await examplesInComments("packages/passkey/src");
	const calls = examples.flatMap(({ code }) => code.match(/fetch\([^;]*?body: JSON[^;]*;/g) ?? []);
	expect(calls.length).toBeGreaterThan(1);
	for (const call of calls) expect(call).toContain("headers");
});

test("the messages of the README say nothing of who leaves the page, and what the table says of the others", async () => {
	const examples = await examplesOf(README);
	const example = examples.find((each) => each.code.includes("messageFor"));
	const tryIt = `
		import { CeremonyError } from "@lapwing/passkey/client";
		import { messageFor } from "./${example?.fileName}";
		const messages = ["InvalidStateError", "AbortError", "SecurityError", "TypeError"].map(
			(name) => messageFor(new CeremonyError({ cause: new DOMException("", name) })) ?? null,
		);
		process.stdout.write(JSON.stringify(messages));
	`;
	await using project = await layOut(examples, { "try-it.ts": tryIt });
	const seen = await run(process.execPath, ["--conditions=@lapwing/source", "try-it.ts"], project.directory);
	expect(JSON.parse(seen)).toStrictEqual([
		null,
		expect.stringContaining("Try again."),
		expect.stringContaining("Passkeys do not work at this address."),
		expect.stringContaining("Something is wrong on our side."),
	]);
});

test("the second factor of the README refuses a body of null, and another account's passkey", async () => {
	const examples = await examplesOf(README);
	const example = examples.find((each) => each.code.includes("passesSecondFactor"));
	const tryIt = `
		import { passesSecondFactor } from "./${example?.fileName}";
		const outcomes = [await passesSecondFactor(null, "A", []), await passesSecondFactor({ id: "A" }, "A", [])];
		process.stdout.write(JSON.stringify(outcomes));
	`;
	await using project = await layOut(examples, { "try-it.ts": tryIt });
	const seen = await run(process.execPath, ["--conditions=@lapwing/source", "try-it.ts"], project.directory);
	expect(JSON.parse(seen)).toStrictEqual([false, false]);
});

test("the software authenticators of the README answer what its comments say", async () => {
	const examples = await examplesOf(README);
	const example = examples.find((each) => each.code.includes("const limited = await new SoftwareAuthenticator"));
	const said = [...(example?.code.matchAll(/\/\/ (\[-\d+, .*\])$/gm) ?? [])].map(([, text = ""]) =>
		JSON.parse(text.replace(/(\w+):/g, '"$1":')),
	);
	const tryIt = `
		import { answers } from "./${example?.fileName}";
		process.stdout.write(JSON.stringify(answers));
	`;
	await using project = await layOut(examples, { "try-it.ts": tryIt });
	const seen = await run(process.execPath, ["--conditions=@lapwing/source", "try-it.ts"], project.directory);
	expect(JSON.parse(seen)).toStrictEqual(said);
	expect(said).toHaveLength(2);
});

test("the README's challenge callback accepts a stored challenge once, and no other", async () => {
	const examples = await examplesOf(README);
	const named = (part: string) => examples.find((each) => each.code.includes(part))?.fileName;
	const tryIt = `
		import { MemoryChallenges } from "@lapwing/passkey/challenges";
		import { RelyingParty } from "@lapwing/passkey/server";
		import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
		import { verifySignIn } from "./${named("challenge: (challenge)")}";

		const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
		const authenticator = new SoftwareAuthenticator({ counts: false });
		const registration = relyingParty.register({ user: { id: "account", name: "ada" } });
		const created = await authenticator.create(registration.options);
		const { data: passkey } = await relyingParty.verifyRegistration(created, registration);
		const challenges = new MemoryChallenges();
		const { challenge, options } = relyingParty.authenticate();
		await challenges.put({ session: "ada", kind: "sign-in" }, challenge);
		const response = await authenticator.get(options);
		const outcomes = [];
		for (const session of ["eve", "ada", "ada"]) {
			const result = await verifySignIn(response, passkey, challenges, session);
			outcomes.push(result.error?.name ?? result.status);
		}
		process.stdout.write(JSON.stringify(outcomes));
	`;
	await using project = await layOut(examples, { "try-it.ts": tryIt });
	const seen = await run(process.execPath, ["--conditions=@lapwing/source", "try-it.ts"], project.directory);
	expect(JSON.parse(seen)).toStrictEqual(["ChallengeMismatchError", "success", "ChallengeMismatchError"]);
});

test("the page of the README bundles", async () => {
	await using project = await layOut(await examplesOf(README));
	const args = ["page.ts", "--bundle", "--format=esm", "--outfile=page.js", "--conditions=@lapwing/source"];
	await run("esbuild", args, project.directory);
	expect(await readFile(`${project.directory}/page.js`, "utf8")).toContain("conditional");
});

test("the SQL of the README runs, in its order", async () => {
	const statements = (await examplesOf(README)).filter((each) => each.language === "sql").map((each) => each.code);
	const database = new DatabaseSync(":memory:");
	for (const statement of statements) {
		if (statement.startsWith("CREATE")) database.exec(statement);
		else database.prepare(statement);
	}
	expect(statements.length).toBeGreaterThan(3);
	database.close();
});

test("the README's update never lowers a counter", async () => {
	const sql = (await examplesOf(README)).filter((each) => each.language === "sql").map((each) => each.code);
	const database = new DatabaseSync(":memory:");
	database.exec(sql.find((each) => each.includes("TABLE passkeys")) ?? "");
	const update = database.prepare(sql.find((each) => each.startsWith("UPDATE passkeys")) ?? "");
	const rowsChanged = (before: number, after: number) => {
		database.exec("DELETE FROM passkeys");
		database.prepare("INSERT INTO passkeys VALUES ('id', 'a', 'k', -7, ?, '[]', '', 'none', 1, 1, 0)").run(before);
		return Number(update.run(after, 1, "id").changes);
	};
	expect([rowsChanged(0, 0), rowsChanged(0, 1), rowsChanged(1, 2)]).toStrictEqual([1, 1, 1]);
	expect([rowsChanged(2, 1), rowsChanged(2, 2), rowsChanged(2, 0)]).toStrictEqual([0, 0, 0]);
	database.close();
});

test("the table of errors lists every error class that is exported, and no other", async () => {
	const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const documented = [...text.matchAll(/^\| (client|server) \| `(\w+)` \|/gm)].map(
		([, door, name]) => `${door} ${name}`,
	);
	const exported = Object.entries({ client, server }).flatMap(([door, names]) =>
		Object.keys(names)
			.filter((name) => name.endsWith("Error") && name !== "PasskeyError")
			.map((name) => `${door} ${name}`),
	);
	expect(documented.toSorted()).toStrictEqual(exported.toSorted());
});

test("the table of browser errors lists every name of the standard, and each arrives as the README says", async () => {
	const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const section = text.slice(text.indexOf("## Browser errors"), text.indexOf("## Testing your host"));
	const names = [...new Set([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name))];
	// WebAuthn Level 3 §5.1.3.1 and §5.1.4.3, and Credential Management Level 1 §2.5.
	const OF_THE_STANDARDS = ["AbortError", "ConstraintError", "InvalidStateError", "NotAllowedError"];
	const FURTHER = ["NotSupportedError", "SecurityError", "SyntaxError", "TypeError", "UnknownError"];
	expect(names).toEqual(expect.arrayContaining([...OF_THE_STANDARDS, ...FURTHER]));
	const arrivesAs = (classify: (thrown: unknown) => Error) =>
		Object.fromEntries(names.map((name) => [name, classify(new DOMException("", name)).name]));
	const other = Object.fromEntries(names.map((name) => [name, "CeremonyError"]));
	const signIn = { ...other, NotAllowedError: "CancelledError" };
	expect(arrivesAs(authenticateError)).toStrictEqual(signIn);
	expect(arrivesAs(registerError)).toStrictEqual({ ...signIn, InvalidStateError: "AlreadyRegisteredError" });
});

test("the README's query finds the stored keys that need an imported algorithm, and no others", async () => {
	const sql = (await examplesOf(README)).filter((each) => each.language === "sql").map((each) => each.code);
	const database = new DatabaseSync(":memory:");
	database.exec(sql.find((each) => each.includes("TABLE passkeys")) ?? "");
	const insert = database.prepare("INSERT INTO passkeys VALUES (?, 'a', ?, 0, 0, '[]', '', 'none', 1, 1, 0)");
	const heads = {
		ES256: "a5010203262001215820",
		EdDSA: "a4010103272006215820",
		RS256: "a401030339010020590100",
		ES384: "a501020338222002215830",
		ES512: "a501020338232003215842",
		PS256: "a401030338242059010000",
		RS384: "a401030339010120590100",
		"ML-DSA-44": "a3010703382f20590520",
	};
	for (const [name, hex] of Object.entries(heads)) {
		insert.run(name, Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(64, 7)]).toString("base64url"));
	}
	const found = database.prepare(sql.find((each) => each.startsWith("SELECT id, user_id")) ?? "").all();
	const needing = ["ES384", "ES512", "PS256", "RS384", "ML-DSA-44"];
	expect(found.map(({ id }) => id).toSorted()).toStrictEqual(needing.toSorted());
	database.close();
});

test("every heading that the README links to is there", async () => {
	const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const anchors = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\w\s-]/g, "")
			.replaceAll(" ", "-"),
	);
	const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
	expect(anchors).toEqual(expect.arrayContaining(links));
});

test("the page that the README runs in a test registers a passkey, and picks it", async () => {
	const examples = await examplesOf(README);
	const example = examples.find((each) => each.code.includes("installAuthenticator("));
	const tryIt = `
		import { picked } from "./${example?.fileName}";
		process.stdout.write(String(picked));
	`;
	await using project = await layOut(examples, { "try-it.ts": tryIt });
	expect(await run(process.execPath, ["--conditions=@lapwing/source", "try-it.ts"], project.directory)).toBe("true");
});

test("the hints of the README are in the options that it issues", async () => {
	const examples = await examplesOf(README);
	const example = examples.find((each) => each.code.includes("hints:"));
	const tryIt = `
		import { forEmployees, fromAnyDevice } from "./${example?.fileName}";
		process.stdout.write(JSON.stringify([forEmployees.options.hints, fromAnyDevice.options.hints]));
	`;
	await using project = await layOut(examples, { "try-it.ts": tryIt });
	const seen = await run(process.execPath, ["--conditions=@lapwing/source", "try-it.ts"], project.directory);
	expect(JSON.parse(seen)).toStrictEqual([["security-key"], ["client-device", "hybrid"]]);
});
