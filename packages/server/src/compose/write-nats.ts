/** Writes what a NATS server needs into a folder, for the eyes of its owner alone. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { newNatsInstallation } from "../dispatch/nats/server-config.ts";

/** The operator can correct it. */
export class NatsFilesExist extends Error {
	override readonly name = "NatsFilesExist";
}

/** Throws {@link NatsFilesExist} when the folder has such files already: new keys would shut out every prober. */
export async function writeNats(folder: string, host: string, port: number) {
	const made = await newNatsInstallation({ folder, host, port });
	for (const path of Object.keys(made.files)) {
		if (existsSync(path))
			throw new NatsFilesExist(`${path} exists, and new keys would shut out every prober. Choose another folder.`);
	}
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	for (const [path, text] of Object.entries(made.files)) writeFileSync(path, text, { mode: 0o600, flag: "wx" });
	return made;
}
