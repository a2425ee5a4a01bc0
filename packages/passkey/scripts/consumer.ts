/**
 * A project that has nothing but our two tarballs: they install offline, their types compile under both of the module
 * resolutions in use, the server's without the DOM's types or Node's, by TypeScript 5.4 too, and a registration and a
 * sign-in run.
 */

import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bringOldestTypeScript } from "../src/server/testing/runtimes/bring-runtimes.ts";
import type { Packed } from "./pack.ts";
import { run } from "./run.ts";

const server = `
import {
	AttestationError,
	type AuthenticatedPasskey,
	PasskeyError,
	type RegisteredPasskey,
	RelyingParty,
} from "@lapwing/passkey/server";
import { isFailure, type Result, unwrap } from "@lapwing/result";
import { ES384 } from "@lapwing/passkey/algorithms";
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example", algorithms: [ES384, -7] });
const authenticator = new SoftwareAuthenticator();

export async function registerAndSignIn(): Promise<string | null> {
	const registration = relyingParty.register({ user: { id: "account-1", name: "ada" } });
	const registered: Result<RegisteredPasskey, Error> = await relyingParty.verifyRegistration(
		await authenticator.create(registration.options),
		{ challenge: registration.challenge },
	);
	if (isFailure(registered)) {
		throw registered.error instanceof AttestationError ? new Error("attestation") : registered.error;
	}
	const signIn = relyingParty.authenticate();
	const result = await relyingParty.verifyAuthentication(await authenticator.get(signIn.options), {
		challenge: signIn.challenge,
		passkey: registered.data,
	});
	if (isFailure(result) && !(result.error instanceof PasskeyError)) throw new TypeError("not a PasskeyError");
	const passkey: AuthenticatedPasskey = unwrap(result);
	return passkey.userHandle;
}
`;

const client = `
import { CancelledError, Passkey, PasskeyError, type RegistrationResponseJSON } from "@lapwing/passkey/client";
import {
	PasskeyError as ServerPasskeyError,
	type PublicKeyCredentialCreationOptionsJSON as Issued,
	type PublicKeyCredentialRequestOptionsJSON as IssuedRequest,
} from "@lapwing/passkey/server";
import { isSuccess } from "@lapwing/result";

export async function register(
	options: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON | undefined> {
	const result = await Passkey.register(options, { signal: AbortSignal.timeout(1000) });
	if (isSuccess(result)) return result.data;
	if (!(result.error instanceof CancelledError)) throw result.error;
	const name: "CancelledError" = result.error.name;
	return name && undefined;
}
export const asTheDoms = (options: Issued): PublicKeyCredentialCreationOptionsJSON => options;
export const asTheDomsToo = (options: IssuedRequest): PublicKeyCredentialRequestOptionsJSON => options;
export const isOneClass: boolean = PasskeyError === ServerPasskeyError;
`;

const main = `
import { isOneClass } from "./client.js";
import { registerAndSignIn } from "./server.js";

const userHandle = await registerAndSignIn();
if (userHandle !== btoa("account-1").replace(/=+$/, "")) throw new Error("another user handle came back");
if (!isOneClass) throw new Error("each entry point has its own PasskeyError");
`;

/** Every type of every entry point; the optional peers of the attestation's are not here. */
const doors = [
	"aaguids",
	"algorithms",
	"attestation",
	"challenges",
	"client",
	"explain",
	"migration",
	"related-origins",
	"server",
	"sql",
]
	.map((name) => `export * as ${name.replace("-", "")} from "@lapwing/passkey/${name}";\n`)
	.concat(`export * as testing from "@lapwing/passkey/testing";`)
	.join("");

const strict = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, types: [], target: "es2022" };
const projects = {
	"tsconfig.server.json": {
		compilerOptions: { ...strict, lib: ["es2022"], module: "nodenext" },
		files: ["server.ts"],
	},
	"tsconfig.doors.json": {
		compilerOptions: { ...strict, lib: ["es2022", "dom"], module: "nodenext" },
		files: ["doors.ts"],
	},
	"tsconfig.nodenext.json": {
		compilerOptions: { ...strict, lib: ["es2022", "dom"], module: "nodenext" },
		files: ["main.ts"],
	},
	"tsconfig.bundler.json": {
		compilerOptions: { ...strict, lib: ["es2022", "dom"], module: "preserve", moduleResolution: "bundler" },
		files: ["main.ts"],
	},
};

export async function checkAsConsumer(packages: readonly Packed[], directory: string): Promise<void> {
	await mkdir(directory);
	const write = (name: string, contents: unknown) =>
		writeFile(join(directory, name), typeof contents === "string" ? contents : JSON.stringify(contents));
	await write("package.json", { name: "consumer", private: true, type: "module" });
	const tarballs = packages.map((each) => each.tarball);
	await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs], directory);

	await Promise.all(
		Object.entries({ "server.ts": server, "client.ts": client, "main.ts": main, "doors.ts": doors }).map(
			([name, text]) => write(name, text),
		),
	);
	const oldest = await bringOldestTypeScript();
	for (const [name, contents] of Object.entries(projects)) {
		await write(name, contents);
		await run("tsc", ["-p", name], directory);
		// The page's code names types of the DOM that are younger.
		if (!contents.files.includes("main.ts")) await run(process.execPath, [oldest, "-p", name], directory);
	}
	await run("tsc", ["-p", "tsconfig.nodenext.json", "--noEmit", "false", "--outDir", "out"], directory);
	await run(process.execPath, [join(directory, "out/main.js")], directory);
	await checkSourceMaps(directory);
}

/** Every map leads to sources that are published beside it, or holds them. */
async function checkSourceMaps(directory: string): Promise<void> {
	for (const name of ["passkey", "result"]) {
		const dist = join(directory, "node_modules/@lapwing", name, "dist");
		const files = await readdir(dist);
		for (const file of files.filter((each) => /\.(js|d\.ts)$/.test(each))) {
			// An entry point that shares all of its code with others holds only their names.
			const isFacade = !/^(?!import|export|#!|$)/m.test(await readFile(join(dist, file), "utf8"));
			if (!files.includes(`${file}.map`) && !isFacade) throw new Error(`${name}/dist/${file} has no source map`);
			if (isFacade) continue;
			const map: { sources: string[] } = JSON.parse(await readFile(join(dist, `${file}.map`), "utf8"));
			for (const source of map.sources) await access(new URL(source, pathToFileURL(join(dist, file))));
		}
	}
}
