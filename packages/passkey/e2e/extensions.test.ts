/** Each extension in Chromium, from options to results; with the browser's JSON conversions, and without. */

import {
	type AuthenticationExtensions,
	type AuthenticationResponseJSON,
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
	type RegisteredPasskey,
	type RegisterOptions,
	type RegistrationExtensions,
	type RegistrationResponseJSON,
	RelyingParty,
} from "@lapwing/passkey/server";
import { unwrap } from "@lapwing/result";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHost } from "../example/start-host.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { examplesOf, layOut } from "./harness/examples.ts";
import { Visitor } from "./harness/visitor.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

const bytes = (text: string) => new TextEncoder().encode(text);

/** A page with the client door, whose answers are verified here. */
class Scene implements AsyncDisposable {
	readonly #host: Awaited<ReturnType<typeof startHost>>;
	readonly visitor: Visitor;
	readonly relyingParty: RelyingParty;

	private constructor(host: Awaited<ReturnType<typeof startHost>>, visitor: Visitor) {
		this.#host = host;
		this.visitor = visitor;
		this.relyingParty = new RelyingParty({ id: "localhost", name: "Example", origin: host.origin });
	}

	static async open(hasConversions: boolean): Promise<Scene> {
		// The host's own page runs autofill, gets these passkeys, and logs that they are unknown.
		const host = await startHost({ warn: () => undefined });
		const visitor = await Visitor.arrive(browser, host);
		if (!hasConversions) {
			await visitor.page.evaluate(() => {
				Object.assign(PublicKeyCredential, {
					parseCreationOptionsFromJSON: undefined,
					parseRequestOptionsFromJSON: undefined,
				});
				Object.assign(PublicKeyCredential.prototype, { toJSON: undefined });
			});
		}
		await visitor.openDoor();
		return new Scene(host, visitor);
	}

	async register(extensions: RegistrationExtensions, others: Partial<RegisterOptions> = {}) {
		const user = { id: "account", name: "ada" };
		const { challenge, options } = this.relyingParty.register({ user, extensions, ...others });
		const { response, page } = await this.visitor.page.evaluate(register, options);
		return { response, page, passkey: unwrap(await this.relyingParty.verifyRegistration(response, { challenge })) };
	}

	async signIn(passkey: RegisteredPasskey, extensions: AuthenticationExtensions, sendPrfResults = false) {
		const { challenge, options } = this.relyingParty.authenticate({ allow: [passkey], extensions });
		const { response, page } = await this.visitor.page.evaluate(signIn, { options, sendPrfResults });
		const result = unwrap(await this.relyingParty.verifyAuthentication(response, { challenge, passkey }));
		return { response, page, result };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.visitor[Symbol.asyncDispose]();
		await this.#host[Symbol.asyncDispose]();
	}
}

interface Answer<Response> {
	response: Response;
	/** What the page has of the extensions: bytes as lists of numbers, which Playwright carries. */
	page: { prf?: number[][]; blob?: number[] };
}

async function register(options: PublicKeyCredentialCreationOptionsJSON): Promise<Answer<RegistrationResponseJSON>> {
	const result = await door.Passkey.register(options);
	if (result.status === "failure") throw result.error.cause ?? result.error;
	const { prf } = door.Passkey.extensionResults(result.data);
	const list = (buffer: unknown) => [...new Uint8Array(buffer as ArrayBuffer)];
	return { response: result.data, page: prf?.results ? { prf: Object.values(prf.results).map(list) } : {} };
}

async function signIn({
	options,
	sendPrfResults,
}: {
	options: PublicKeyCredentialRequestOptionsJSON;
	sendPrfResults: boolean;
}): Promise<Answer<AuthenticationResponseJSON>> {
	const result = await door.Passkey.authenticate(options, { sendPrfResults });
	if (result.status === "failure") throw result.error.cause ?? result.error;
	const { prf, largeBlob } = door.Passkey.extensionResults(result.data);
	const list = (buffer: unknown) => [...new Uint8Array(buffer as ArrayBuffer)];
	const page = {
		...(prf?.results && { prf: Object.values(prf.results).map(list) }),
		...(largeBlob?.blob && { blob: list(largeBlob.blob) }),
	};
	return { response: result.data, page };
}

const base64url = (list: readonly number[] = []) => Buffer.from(list).toString("base64url");

describe.each([
	["with its own JSON conversions", true],
	["without them", false],
])("Chromium %s", (_how, hasConversions) => {
	test("reports by credProps that a passkey is discoverable", async () => {
		await using scene = await Scene.open(hasConversions);
		const { passkey } = await scene.register({ credProps: true });
		expect(passkey.clientExtensionResults).toStrictEqual({ credProps: { rk: true } });
	});

	test("gives the results of prf to the page and not to the server, the same each time", async () => {
		await using scene = await Scene.open(hasConversions);
		const { passkey, response } = await scene.register({ prf: {} });
		expect(response.clientExtensionResults).toStrictEqual({ prf: { enabled: true } });
		expect(passkey.clientExtensionResults).toStrictEqual({ prf: { enabled: true } });

		const prf = { eval: { first: bytes("one"), second: bytes("two") } };
		const first = await scene.signIn(passkey, { prf });
		expect(first.page.prf?.map((each) => each.length)).toStrictEqual([32, 32]);
		expect(first.page.prf?.[0]).not.toStrictEqual(first.page.prf?.[1]);
		expect(first.result.clientExtensionResults).toStrictEqual({ prf: {} });
		for (const secret of first.page.prf ?? []) {
			expect(JSON.stringify(first.response)).not.toContain(base64url(secret));
		}

		const evalByCredential = { [passkey.id]: { first: bytes("two") } };
		const second = await scene.signIn({ ...passkey, counter: first.result.counter }, { prf: { evalByCredential } });
		expect(second.page.prf).toStrictEqual([first.page.prf?.[1]]);
	});

	test("sends the results of prf when the page asks for it", async () => {
		await using scene = await Scene.open(hasConversions);
		const { passkey } = await scene.register({ prf: {} });
		const { page, result } = await scene.signIn(passkey, { prf: { eval: { first: bytes("one") } } }, true);
		expect(result.clientExtensionResults.prf?.results).toStrictEqual({ first: base64url(page.prf?.[0]) });
	});

	test("writes a largeBlob and reads it", async () => {
		await using scene = await Scene.open(hasConversions);
		const { passkey } = await scene.register({ largeBlob: { support: "required" } });
		expect(passkey.clientExtensionResults).toStrictEqual({ largeBlob: { supported: true } });
		const blob = bytes("an address book");
		const written = await scene.signIn(passkey, { largeBlob: { write: blob } });
		expect(written.result.clientExtensionResults).toStrictEqual({ largeBlob: { written: true } });
		const { counter } = written.result;
		const read = await scene.signIn({ ...passkey, counter }, { largeBlob: { read: true } });
		expect(read.page.blob).toStrictEqual([...blob]);
		expect(read.result.clientExtensionResults).toStrictEqual({
			largeBlob: { blob: Buffer.from(blob).toString("base64url") },
		});
	});

	test("reports credProtect and minPinLength from the authenticator's data", async () => {
		await using scene = await Scene.open(hasConversions);
		const credentialProtectionPolicy = "userVerificationRequired";
		const { passkey } = await scene.register(
			{ credentialProtectionPolicy, enforceCredentialProtectionPolicy: true, minPinLength: true },
			{ userVerification: "required" },
		);
		expect(passkey.authenticatorExtensionResults).toStrictEqual({ credProtect: 3, minPinLength: 4 });
	});
});

/** How a sign-in with these options ends in the page: `success`, or the name of the browser's error. */
async function ending(options: PublicKeyCredentialRequestOptionsJSON): Promise<string> {
	const result = await door.Passkey.authenticate(options);
	return result.status === "success" ? "success" : ((result.error.cause as Error | undefined)?.name ?? "none");
}

const zeros = (length: number) => base64url(Array(length).fill(0));

test.each<[what: string, extensions: object, ends: string]>([
	["a registration's extension", { credProps: true }, "NotSupportedError"],
	["an AppID that is no URL", { appid: "example.com" }, "SyntaxError"],
])("%s ends a sign-in in Chromium, and is refused where it is written", async (_what, extensions, ends) => {
	await using scene = await Scene.open(true);
	const { passkey } = await scene.register({});
	const allow = [passkey];
	const { options } = scene.relyingParty.authenticate({ allow });
	expect(await scene.visitor.page.evaluate(ending, { ...options, extensions })).toBe(ends);
	expect(() => scene.relyingParty.authenticate({ allow, extensions })).toThrow(RangeError);
});

test("Chromium takes inputs of prf of 256 bytes, a blob of 2,048 and a list of 64 passkeys, but not one more", async () => {
	await using scene = await Scene.open(true);
	const { passkey } = await scene.register({ prf: {}, largeBlob: { support: "required" } });
	const longest = new Uint8Array(256);
	const first = await scene.signIn(passkey, { prf: { eval: { first: longest, second: longest } } });
	expect(first.page.prf).toHaveLength(2);
	const stored = { ...passkey, counter: first.result.counter };
	await scene.signIn(stored, { largeBlob: { write: new Uint8Array(2_048) } });
	const endingOf = (length: number, extensions: AuthenticationExtensions = {}) => {
		const allow = [passkey, ...Array.from({ length: length - 1 }, (_, index) => zeros(16 + index))];
		return scene.visitor.page.evaluate(ending, scene.relyingParty.authenticate({ allow, extensions }).options);
	};
	expect(await endingOf(64)).toBe("success");
	expect(await endingOf(65)).toBe("RangeError");
	expect(await endingOf(1, { prf: { eval: { first: new Uint8Array(257) } } })).toBe("SyntaxError");
	expect(await endingOf(1, { largeBlob: { write: new Uint8Array(2_049) } })).toBe("NotSupportedError");
});

/** The README's `signInWithKey`, bundled for a page as the global `readme`. */
async function bundledReadme(): Promise<string> {
	const examples = await examplesOf("packages/passkey/README.md");
	const example = examples.find((each) => each.code.includes("signInWithKey"));
	await using project = await layOut(examples);
	const { outputFiles } = await build({
		entryPoints: [`${project.directory}/${example?.fileName}`],
		bundle: true,
		write: false,
		format: "iife",
		globalName: "readme",
		conditions: ["@lapwing/source"],
	});
	return outputFiles.map((each) => each.text).join("");
}

test("the README's key decrypts at the next sign-in, and is not in what the page sends", async () => {
	await using scene = await Scene.open(true);
	const { page } = scene.visitor;
	const { passkey } = await scene.register({ prf: {} });
	const sent: string[] = [];
	await page.route("**/passkey/verify", async (route) => {
		sent.push(route.request().postData() ?? "");
		await route.fulfill({ json: {} });
	});
	await page.addScriptTag({ content: await bundledReadme() });
	const issue = () =>
		scene.relyingParty.authenticate({ allow: [passkey], extensions: { prf: { eval: { first: bytes("salt") } } } })
			.options;
	const decrypted = await page.evaluate(
		async ([first, second]) => {
			const algorithm = { name: "AES-GCM", iv: new Uint8Array(12) };
			const keys = [await readme.signInWithKey(first), await readme.signInWithKey(second)];
			const [key, nextKey] = keys as [CryptoKey, CryptoKey];
			const encrypted = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode("a note"));
			return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, nextKey, encrypted));
		},
		[issue(), issue()] as const,
	);
	expect(decrypted).toBe("a note");
	expect(sent.length).toBeGreaterThanOrEqual(2);
	for (const body of sent) expect(JSON.parse(body).clientExtensionResults.prf ?? {}).toStrictEqual({});
});

declare global {
	var readme: { signInWithKey(options: PublicKeyCredentialRequestOptionsJSON): Promise<CryptoKey | undefined> };
}
