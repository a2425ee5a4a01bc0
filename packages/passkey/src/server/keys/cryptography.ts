/**
 * The cryptography of the runtime, behind two functions. Where `node:crypto` exists it verifies several times faster
 * than WebCrypto, because it answers at once instead of through a thread pool. The results are the same, and the tests
 * run one suite over both.
 */

import type { Bytes } from "../../bytes.ts";
import type { PublicKey } from "./cose-key.ts";

export interface Cryptography {
	sha256(bytes: Bytes): Bytes | Promise<Bytes>;
	/** A check of signatures by `key`, made once for many. Throws when the runtime can't use such a key. */
	importKey(key: PublicKey): SignatureCheck | Promise<SignatureCheck>;
}

/** Whether `signature`, in the form that the algorithm's `readSignature` gives, is one over `signed`. */
type SignatureCheck = (signature: Bytes, signed: Bytes) => boolean | Promise<boolean>;

/** As much of `node:crypto` as we use, written out so that neither our code nor its types need Node's. */
interface NodeCrypto {
	/** Absent where `node:crypto` is an imitation of an older one. */
	hash?(name: "sha256", bytes: Bytes, output: "buffer"): Bytes;
	createPublicKey(key: { key: unknown; format: "jwk" | "der"; type: "spki" }): object;
	verify(
		digest: string | null,
		signed: Bytes,
		key: { key: object; dsaEncoding: "ieee-p1363"; padding?: number; saltLength?: number },
		signature: Bytes,
	): boolean;
}

/** The fastest that this runtime has. */
export function runtimeCryptography(): Cryptography {
	const node = nodeCrypto();
	const web = webCryptography(globalThis.crypto);
	return node ? nodeCryptography(node, web) : web;
}

/** This runtime's `node:crypto`, if it has one. */
export function nodeCrypto(): NodeCrypto | undefined {
	const runtime = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
	// Asked for at run time: a static import would break bundles for browsers and for workers.
	return runtime.process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined;
}

/**
 * Other runtimes offer a `node:crypto` that can do less than Node's: workerd's throws here. What it can't do, `web`
 * does.
 */
function nodeCryptography(node: NodeCrypto, web: Cryptography): Cryptography {
	return {
		sha256: (bytes) => node.hash?.("sha256", bytes, "buffer") ?? web.sha256(bytes),
		importKey(publicKey) {
			try {
				const { format, key: material } = publicKey.importable;
				const key = node.createPublicKey({ key: material, format: format === "spki" ? "der" : format, type: "spki" });
				const { nodeDigest, nodePadding } = publicKey.algorithm;
				return (signature, signed) => {
					try {
						return node.verify(nodeDigest, signed, { key, dsaEncoding: "ieee-p1363", ...nodePadding }, signature);
					} catch {
						return Promise.resolve(web.importKey(publicKey)).then((check) => check(signature, signed));
					}
				};
			} catch {
				return web.importKey(publicKey);
			}
		},
	};
}

function webCryptography({ subtle }: Crypto): Cryptography {
	return {
		sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
		async importKey({ algorithm, importable: { format, key: material } }) {
			// The casts join two overloads: one takes a JWK alone, the other bytes alone. (JsonWebKey is a name of the DOM's
			// types.)
			const key = await subtle.importKey(format as "jwk", material as never, algorithm.webCrypto, false, ["verify"]);
			return (signature, signed) => subtle.verify(algorithm.webCrypto, key, signature, signed);
		},
	};
}
