/**
 * An npm registry on this machine that knows packed packages alone. With `@lapwing:registry=` in its `.npmrc` a project
 * installs them by name and version, as it will install the published ones.
 */

import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Packed } from "./pack.ts";

export interface ScopeRegistry extends AsyncDisposable {
	/** The line for `.npmrc`. */
	readonly setting: string;
}

export async function serveScope(packages: readonly Packed[]): Promise<ScopeRegistry> {
	const answers = new Map<string, string | Buffer>();
	const server = createServer((request, response) => {
		const answer = answers.get(decodeURIComponent(request.url ?? ""));
		response.writeHead(answer ? 200 : 404, { "cache-control": "no-store" }).end(answer);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// npm keeps answers by address, and a port comes back: no two registries have the same one.
	const base = `/${randomUUID()}`;
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
	for (const { name, directory, tarball } of packages) {
		const manifest = JSON.parse(await readFile(join(directory, "package.json"), "utf8"));
		const bytes = await readFile(tarball);
		const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
		const dist = { tarball: `${address}/${manifest.version}/${name}.tgz`, integrity };
		const versions = { [manifest.version]: { ...manifest, dist } };
		answers.set(`${base}/${manifest.version}/${name}.tgz`, bytes);
		answers.set(`${base}/${name}`, JSON.stringify({ name, "dist-tags": { latest: manifest.version }, versions }));
	}
	return {
		setting: `@lapwing:registry=${address}/\n`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
