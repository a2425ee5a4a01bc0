/** The page without a framework: what is in index.html, put to work. */

import { addPasskey, offerPasskeys, signIn, signUp, whoIsSignedIn } from "./passkeys.ts";

const show = (text: string) => {
	const status = document.querySelector("#status");
	if (status) status.textContent = text;
};
const onClick = (id: string, work: () => void) => document.getElementById(id)?.addEventListener("click", work);

onClick("sign-in", async () => show(await signIn()));
onClick("sign-up", () => void signUp());
onClick("add-passkey", async () => show(await addPasskey()));

const name = await whoIsSignedIn();
show(name ? `Signed in as ${name}` : "Signed out");
if (!name) await offerPasskeys(show, new AbortController().signal);
