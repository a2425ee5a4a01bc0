/** Certificates that this process trusts, for the tests of a file: others may run after them in the same process. */

import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** Trusts this root and no other. Returns what undoes it, for `beforeAll` to return. */
export function trustOnly({ certificate }: { readonly certificate: string }): () => void {
	const before = getCACertificates("default");
	setDefaultCACertificates([certificate]);
	return () => setDefaultCACertificates(before);
}
