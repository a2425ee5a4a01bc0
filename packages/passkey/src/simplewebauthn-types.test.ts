/**
 * Whoever moves from SimpleWebAuthn moves one half at a time: what its versions 9 to 14 declare is what ours take. The
 * compiler checks it, where this file is compiled.
 */

import type * as types14 from "@simplewebauthn/server";
import type * as types9 from "sw9";
import type * as types10 from "sw10";
import type * as types11 from "sw11";
import type * as types12 from "sw12";
import type * as types13 from "sw13";
import { expectTypeOf, test } from "vitest";
import type { Passkey } from "./client.ts";
import type * as ours from "./server.ts";

/** What a version calls the JSON of both ceremonies. */
interface Types {
	creation: unknown;
	request: unknown;
	registration: unknown;
	authentication: unknown;
}
interface Of<Creation, Request, Registration, Authentication> extends Types {
	creation: Creation;
	request: Request;
	registration: Registration;
	authentication: Authentication;
}

type Versions = {
	9: Of<
		types9.PublicKeyCredentialCreationOptionsJSON,
		types9.PublicKeyCredentialRequestOptionsJSON,
		types9.RegistrationResponseJSON,
		types9.AuthenticationResponseJSON
	>;
	10: Of<
		types10.PublicKeyCredentialCreationOptionsJSON,
		types10.PublicKeyCredentialRequestOptionsJSON,
		types10.RegistrationResponseJSON,
		types10.AuthenticationResponseJSON
	>;
	11: Of<
		types11.PublicKeyCredentialCreationOptionsJSON,
		types11.PublicKeyCredentialRequestOptionsJSON,
		types11.RegistrationResponseJSON,
		types11.AuthenticationResponseJSON
	>;
	12: Of<
		types12.PublicKeyCredentialCreationOptionsJSON,
		types12.PublicKeyCredentialRequestOptionsJSON,
		types12.RegistrationResponseJSON,
		types12.AuthenticationResponseJSON
	>;
	13: Of<
		types13.PublicKeyCredentialCreationOptionsJSON,
		types13.PublicKeyCredentialRequestOptionsJSON,
		types13.RegistrationResponseJSON,
		types13.AuthenticationResponseJSON
	>;
	14: Of<
		types14.PublicKeyCredentialCreationOptionsJSON,
		types14.PublicKeyCredentialRequestOptionsJSON,
		types14.RegistrationResponseJSON,
		types14.AuthenticationResponseJSON
	>;
};
type Version = keyof Versions;
type Each<Member extends keyof Types> = { [V in Version]: Versions[V][Member] };
type All<T> = { [V in Version]: T };

test("its browser's responses are taken by our server", () => {
	expectTypeOf<Each<"registration">>().toExtend<All<Parameters<ours.RelyingParty["verifyRegistration"]>[0]>>();
	expectTypeOf<Each<"authentication">>().toExtend<All<Parameters<ours.RelyingParty["verifyAuthentication"]>[0]>>();
});

test("its server's options are taken by our page", () => {
	expectTypeOf<Each<"creation">>().toExtend<All<Parameters<typeof Passkey.register>[0]>>();
	expectTypeOf<Each<"request">>().toExtend<All<Parameters<typeof Passkey.authenticate>[0]>>();
	expectTypeOf<Each<"request">>().toExtend<All<Parameters<typeof Passkey.autofill>[0]>>();
});
