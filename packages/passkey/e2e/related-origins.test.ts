import type { RequestListener } from "node:http";
import { checkRelatedOrigins, relatedOrigins } from "@lapwing/passkey/related-origins";
import { type RegistrationResponseJSON, RelyingParty } from "@lapwing/passkey/server";
import { unwrap } from "@lapwing/result";
import { expect, test } from "vitest";
import { launchChromium } from "./harness/chromium.ts";
import { startHttpsSite } from "./harness/https-site.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";
import { Visitor } from "./harness/visitor.ts";

const OLD = "old.example";
const NEW = "new.example";
const before = new RelyingParty({ id: OLD, name: "Example" });
const options = { id: NEW, name: "Example", formerIds: [OLD], origin: `https://${NEW}` };
const moved = new RelyingParty(options);
const user = { id: "account-1", name: "ada" };

/** A site on both domains, whose document of related origins is `document`; and a person at the old one. */
async function startMove(document: object) {
	const answer: RequestListener = (request, response) => {
		const isDocument = request.url === "/.well-known/webauthn" && request.headers.host === OLD;
		response.setHeader("Content-Type", isDocument ? "application/json" : "text/html");
		response.end(isDocument ? JSON.stringify(document) : "<!doctype html><title>A site</title>");
	};
	const resources = new AsyncDisposableStack();
	const site = resources.use(await startHttpsSite([OLD, NEW], answer));
	const browser = await launchChromium({ examplePort: site.port });
	resources.defer(() => browser.close());
	const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
	const visitor = new Visitor(page, await VirtualAuthenticator.plugInto(page));
	await page.goto(`https://${OLD}/`);
	await visitor.openDoor();
	return { visitor, page, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test("a passkey from before a move signs in on the new domain, which the old one's document lists", async () => {
	await using move = await startMove(relatedOrigins(options, { rpId: OLD }));
	const registration = before.register({ user });
	const created: RegistrationResponseJSON = await move.page.evaluate(async (options) => {
		const result = await door.Passkey.register(options);
		if (result.status === "failure") throw result.error;
		return result.data;
	}, registration.options);
	const passkey = unwrap(await before.verifyRegistration(created, { challenge: registration.challenge }));

	await move.page.goto(`https://${NEW}/`);
	await move.visitor.openDoor();
	const { challenge, options: request } = moved.authenticate({ rpId: passkey.rpId });
	const asserted = await move.page.evaluate(async (options) => {
		const result = await door.Passkey.authenticate(options);
		if (result.status === "failure") throw result.error;
		return result.data;
	}, request);
	const result = await moved.verifyAuthentication(asserted, { challenge, passkey });
	expect(unwrap(result)).toMatchObject({ rpId: OLD, origin: `https://${NEW}` });
});

test("where the document does not list the origin, the browser refuses and the check says why", async () => {
	const document = { origins: ["https://other.example"] };
	await using move = await startMove(document);
	await move.page.goto(`https://${NEW}/`);
	await move.visitor.openDoor();
	const refusal = await move.page.evaluate(
		async (options) => {
			const result = await door.Passkey.authenticate(options);
			return result.status === "failure" && [result.error.name, (result.error.cause as Error).name];
		},
		moved.authenticate({ rpId: OLD }).options,
	);
	expect(refusal).toStrictEqual(["CeremonyError", "SecurityError"]);
	const problems = await checkRelatedOrigins(options, Response.json(document), { rpId: OLD });
	expect(problems).toStrictEqual([{ code: "origin_missing", origin: `https://${NEW}` }]);
});
