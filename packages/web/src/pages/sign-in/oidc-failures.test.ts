import { expect, test } from "vitest";
import { oidcFailureText } from "./oidc-failures.ts";

test.each([
	[undefined, null],
	["oidc_not_allowed", "Addresses of your domain are not allowed here. Ask an admin for an invitation."],
	["<b>anything</b>", "The sign-in was not completed. Try again."],
])("the code %s in the address is shown as %s", (code, text) => {
	expect(oidcFailureText(code)).toBe(text);
});
