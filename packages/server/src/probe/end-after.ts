/** Closes a socket after its last bytes were sent. */

import type { Connected } from "../net/dial.ts";

/** How long a target has to take what is sent when nothing more is expected of it. */
const LINGER_MS = 1_000;

/** Sends `bytes`, if any, and closes. */
export function endAfter(socket: Connected["socket"], bytes: Uint8Array | null): void {
	if (bytes === null || socket.destroyed) {
		socket.destroy();
		return;
	}
	const timer = setTimeout(() => socket.destroy(), LINGER_MS);
	socket.once("close", () => clearTimeout(timer));
	socket.resume().end(bytes, () => socket.destroySoon());
}
