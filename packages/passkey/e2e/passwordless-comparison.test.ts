/**
 * Runs SimpleWebAuthn and passwordless-id for what the README's second table says of them: its sizes are measured, and
 * each *no* has a check that fails when a release of theirs learns it.
 */

import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as passwordless from "@passwordless-id/webauthn";
import * as browser from "@simplewebauthn/browser";
import * as simple from "@simplewebauthn/server";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RelyingParty } from "../src/server.ts";
import { SoftwareAuthenticator } from "../src/testing.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { runQuickStart, WRITTEN, writtenLines } from "./harness/run-quick-start.ts";
import { countSignIns } from "./harness/sign-ins-begun.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";

const ORIGIN = "https://example.com";
const { challenge, options } = new RelyingParty({ id: "example.com", name: "Example" }).register({
	user: { id: "account-1", name: "ada" },
});

type Registration = Parameters<typeof passwordless.server.verifyRegistration>[0];

/** A registration as passwordless-id's page sends it: with the public key that the browser extracted. */
async function registration(misbehaving?: "absent-user" | "cross-origin-frame") {
	const created = await new SoftwareAuthenticator({ origin: ORIGIN }).create(options, misbehaving && { misbehaving });
	const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	// Not the key in the authenticator data, which is what the authenticator made.
	const anotherKey = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
	return {
		...created,
		user: { name: "ada" },
		response: { ...created.response, publicKey: anotherKey },
	} as unknown as Registration;
}

function acceptedByPasswordless(response: Registration): Promise<boolean> {
	return passwordless.server.verifyRegistration(response, { challenge, origin: ORIGIN }).then(
		() => true,
		() => false,
	);
}

async function acceptedBySimple(response: unknown): Promise<boolean> {
	const { verified } = await simple
		.verifyRegistrationResponse({
			response: response as Parameters<typeof simple.verifyRegistrationResponse>[0]["response"],
			expectedChallenge: challenge,
			expectedOrigin: ORIGIN,
			expectedRPID: "example.com",
			requireUserVerification: false,
		})
		.catch(() => ({ verified: false }));
	return verified;
}

/** How often the browser is asked by an autofill that nobody answers, in an hour. */
async function offersInAnHour(offer: () => Promise<unknown>): Promise<number> {
	vi.useFakeTimers();
	let offers = 0;
	const PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true });
	const get = () => {
		offers += 1;
		return new Promise(() => {});
	};
	vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
	vi.stubGlobal("window", globalThis);
	vi.stubGlobal("location", { hostname: "example.com" });
	vi.stubGlobal("document", { querySelectorAll: () => [1] });
	vi.stubGlobal("navigator", { credentials: { get } });
	void offer();
	await vi.advanceTimersByTimeAsync(3_600_000);
	return offers;
}

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const namesIn = (library: object): string[] =>
	Object.entries(library).flatMap(([name, value]) => [
		name,
		...(typeof value === "object" && value !== null ? Object.keys(value) : []),
	]);
const exportsNone = (libraries: object[], pattern: RegExp) =>
	!libraries.flatMap(namesIn).some((name) => pattern.test(name));
const SIMPLE = [simple, browser];
const PASSWORDLESS = [passwordless];

type Check = () => Promise<boolean> | boolean;

/** By the row's name: whether SimpleWebAuthn can't, and whether passwordless-id can't. */
const CHECKS: Readonly<Record<string, { simple?: Check; passwordless?: Check }>> = {
	EdDSA: {
		passwordless: async () => {
			const { publicKey } = generateKeyPairSync("ed25519");
			const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
			const refusal = await passwordless.server.parseCryptoKey("EdDSA", spki).catch((error: Error) => error);
			return refusal instanceof Error && refusal.message.includes("unsupported crypto algorithm");
		},
	},
	"takes the new key from what the authenticator made, not from a copy beside it": {
		passwordless: async () => {
			const response = await registration();
			const { credential } = await passwordless.server.verifyRegistration(response, { challenge, origin: ORIGIN });
			return credential.publicKey === response.response.publicKey;
		},
	},
	"checks user presence when it registers": {
		passwordless: async () => acceptedByPasswordless(await registration("absent-user")),
	},
	"refuses cross-origin frames unless you say otherwise": {
		simple: async () => acceptedBySimple(await registration("cross-origin-frame")),
		passwordless: async () => acceptedByPasswordless(await registration("cross-origin-frame")),
	},
	"attestation with certificates": { passwordless: () => exportsNone(PASSWORDLESS, /attest|metadataservice|trust/i) },
	"failures as values": {
		simple: () =>
			simple.verifyRegistrationResponse({} as never).then(
				() => false,
				() => true,
			),
		passwordless: () =>
			passwordless.server.verifyRegistration({} as never, {} as never).then(
				() => false,
				() => true,
			),
	},
	"an autofill that renews its options before they expire": {
		simple: async () =>
			(await offersInAnHour(() =>
				browser.startAuthentication({
					optionsJSON: { challenge, rpId: "example.com", timeout: 300_000 },
					useBrowserAutofill: true,
				}),
			)) === 1,
		passwordless: async () =>
			(await offersInAnHour(() =>
				passwordless.client.authenticate({ challenge, timeout: 300_000, autocomplete: true }),
			)) === 1,
	},
	"stores for the challenges of several tabs": {
		simple: () => exportsNone(SIMPLE, /challenges|challengeStore|takeChallenge/i),
		passwordless: () => exportsNone(PASSWORDLESS, /challenges|challengeStore|takeChallenge/i),
	},
	"names of authenticators, by AAGUID": { simple: () => exportsNone(SIMPLE, /aaguids|authenticatorMetadata|label/i) },
	"their icons, without a request to another site": {
		simple: () => exportsNone(SIMPLE, /icon/i),
		passwordless: async () => {
			const { authenticator } = await passwordless.server.verifyRegistration(await registration(), {
				challenge,
				origin: ORIGIN,
			});
			return authenticator.icon_light.startsWith("https://");
		},
	},
	"software authenticator for your tests": {
		simple: () => exportsNone(SIMPLE, /software|virtual|mock/i),
		passwordless: () => exportsNone(PASSWORDLESS, /software|virtual|mock/i),
	},
};

interface Row {
	readonly name: string;
	readonly here: string;
	readonly simple: string;
	readonly passwordless: string;
}

async function rowsOfReadme(): Promise<Row[]> {
	const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const table = text.slice(text.indexOf("passwordless.id) 2"), text.indexOf("\n## Conformance\n"));
	const rows = table.matchAll(/^\| ([^|\s].*?) \| (.+?) \| (.+?) \| (.+?) \|$/gm);
	return [...rows].map(([, name = "", here = "", simple = "", passwordless = ""]) => ({
		name,
		here,
		simple,
		passwordless,
	}));
}

const rows = await rowsOfReadme();
const cellsOf = (name: string) => {
	const { here, simple, passwordless } = rows.find((row) => row.name === name) ?? {};
	return [here, simple, passwordless];
};

/** In thousands of bytes, minified and gzipped, to two digits. */
async function kilobytes(exported: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: exported, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
		bundle: true,
		minify: true,
		write: false,
		format: "esm",
		target: "es2022",
		platform: "neutral",
		mainFields: ["module", "main"],
		conditions: ["@lapwing/source"],
		external: ["node:*"],
		logLevel: "error",
	});
	const bytes = gzipSync(outputFiles.map((each) => each.text).join(""), { level: 9 }).length;
	return `${Number((bytes / 1_000).toPrecision(2))} KB`;
}

/** The host of the README's quick start, with its two files written for another library. */
const replaced = (library: string) =>
	Promise.all(
		WRITTEN.map(async (fileName) => {
			const code = await readFile(new URL(`./comparison/${library}/${fileName}`, import.meta.url), "utf8");
			return { fileName, code, language: "ts" };
		}),
	);

/** Registers and signs in with it in Chromium, so that what is counted works. */
async function signInWith(library: string, browser: Browser): Promise<void> {
	await using site = await runQuickStart(await replaced(library));
	const context = await browser.newContext();
	const page = await context.newPage();
	await countSignIns(context);
	const authenticator = await VirtualAuthenticator.plugInto(page);
	await authenticator.setPresence(false);
	await page.goto(site.origin);
	await page.getByRole("button", { name: "Sign up" }).click();
	await page.waitForLoadState();
	await page.goto(site.origin);
	await authenticator.setPresence(true);
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.waitForURL("**/account");
	expect(await authenticator.credentials()).toHaveLength(1);
	await context.clearCookies();
	await page.goto(site.origin); // the authenticator picks in the menu at once
	await page.waitForURL("**/account");
	expect(await page.locator("body").textContent()).toContain("accountId");
	await context.close();
}

describe("the comparison with passwordless-id in the README", () => {
	test("has a check for every no, and no other", () => {
		for (const library of ["simple", "passwordless"] as const) {
			const denied = rows.filter((row) => row[library] === "no").map(({ name }) => name);
			const checked = Object.entries(CHECKS).filter(([, checks]) => checks[library]);
			expect(checked.map(([name]) => name).toSorted()).toStrictEqual(denied.toSorted());
		}
	});

	test("says how large each half is", async () => {
		const measured = (half: string) =>
			Promise.all([
				kilobytes(`export * from "@lapwing/passkey/${half === "browser" ? "client" : "server"}"`),
				kilobytes(`export * from "@simplewebauthn/${half}"`),
				kilobytes(`export { ${half === "browser" ? "client" : "server"} } from "@passwordless-id/webauthn"`),
			]);
		expect(cellsOf("browser half, minified and gzipped")).toStrictEqual(await measured("browser"));
		expect(cellsOf("server half, minified and gzipped")).toStrictEqual(await measured("server"));
	});

	test("counts the lines that each asks a host to write, which do what they should", { timeout: 120_000 }, async () => {
		const [here, ...others] = cellsOf("lines of the quick start, by each library's means");
		expect(await readFile(new URL("../README.md", import.meta.url), "utf8")).toContain(
			`${here} lines, imports included`,
		);
		const counted = await Promise.all(["simplewebauthn", "passwordless-id"].map(replaced));
		expect(counted.map((files) => String(writtenLines(files)))).toStrictEqual(others);
		await using browser = await connectBrowser();
		for (const library of ["simplewebauthn", "passwordless-id"]) await signInWith(library, browser);
	});

	test("is with the version that is installed", async () => {
		const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
		const manifest = new URL("../../../node_modules/@passwordless-id/webauthn/package.json", import.meta.url);
		expect(text).toContain(
			`[passwordless-id](https://webauthn.passwordless.id) ${JSON.parse(await readFile(manifest, "utf8")).version}`,
		);
	});

	const denied = Object.entries(CHECKS).flatMap(([name, checks]) =>
		Object.entries(checks).map((each) => [name, ...each] as const),
	);
	test.each(denied)("is right about: %s (%s)", async (_name, _library, check) => {
		expect(await check()).toBe(true);
	});
});

describe("the preconditions of the checks", () => {
	test("both accept the registration that the checks modify", async () => {
		const sound = await registration();
		expect([await acceptedByPasswordless(sound), await acceptedBySimple(sound)]).toStrictEqual([true, true]);
	});
});
