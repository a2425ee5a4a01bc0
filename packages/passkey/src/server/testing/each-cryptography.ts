/** Runs a suite once over each cryptography of this runtime: `node:crypto`, and WebCrypto as where that is missing. */

import { describe } from "vitest";
import type { RelyingPartyOptions } from "../options/relying-party-options.ts";
import { RelyingParty } from "../relying-party.ts";
import { withoutBuiltinModules } from "./without-builtin-modules.ts";

type MakeRelyingParty = (options?: Partial<RelyingPartyOptions>) => RelyingParty;

export function describeOnEachCryptography(suite: (makeRelyingParty: MakeRelyingParty) => void): void {
	describe("by node:crypto", () =>
		suite((options) => new RelyingParty({ id: "example.com", name: "Example", ...options })));
	describe("by WebCrypto", () =>
		suite((options) =>
			withoutBuiltinModules(() => new RelyingParty({ id: "example.com", name: "Example", ...options })),
		));
}
