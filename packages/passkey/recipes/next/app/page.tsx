"use client";

import { useEffect, useState } from "react";
import { addPasskey, offerPasskeys, signIn, signUp, whoIsSignedIn } from "../../page/passkeys.ts";

export default function Page() {
	const [status, setStatus] = useState("");

	useEffect(() => {
		// Aborted when the component goes away, and between the two runs of strict mode.
		const leaving = new AbortController();
		const greet = async () => {
			const name = await whoIsSignedIn();
			if (leaving.signal.aborted) return;
			setStatus(name ? `Signed in as ${name}` : "Signed out");
			if (!name) await offerPasskeys(setStatus, leaving.signal);
		};
		void greet();
		return () => leaving.abort();
	}, []);

	return (
		<main>
			<p id="status">{status}</p>
			<p>
				<label>
					Name <input autoComplete="username webauthn" />
				</label>
			</p>
			<button type="button" onClick={async () => setStatus(await signIn())}>
				Sign in with a passkey
			</button>
			<button type="button" onClick={() => signUp()}>
				Sign up
			</button>
			<button type="button" onClick={async () => setStatus(await addPasskey())}>
				Add a passkey
			</button>
		</main>
	);
}
