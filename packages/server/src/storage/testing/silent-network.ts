/**
 * A TCP proxy in front of a server that can fall silent, as a network does that drops packets: connections stay open,
 * and nothing passes any more. Those that were open when it fell silent stay so for ever, as behind a router that has
 * forgotten them; later ones pass again when it is restored.
 */

import { createServer, connect as dial, type Socket } from "node:net";

export interface SilentNetwork extends AsyncDisposable {
	readonly port: number;
	/** Drops everything from now on; `answers`: what comes from the server alone. */
	fallSilent(what?: "everything" | "answers"): void;
	/** Falls silent as soon as a client sends `text`, which still passes with `answers`. */
	fallSilentAt(text: string, what: "everything" | "answers"): void;
	restore(): void;
}

export async function startSilentNetwork(serverPort: number): Promise<SilentNetwork> {
	type Loss = "nothing" | "answers" | "everything";
	let loss: Loss = "nothing";
	let trap: { text: string; what: "everything" | "answers" } | null = null;
	const open = new Set<{ loss: Loss; sockets: Socket[] }>();
	const fallSilent = (what: "everything" | "answers") => {
		loss = what;
		for (const pair of open) pair.loss = what;
	};
	const server = createServer({ allowHalfOpen: true }, (client) => {
		const upstream = dial({ port: serverPort, host: "127.0.0.1", allowHalfOpen: true });
		const pair = { loss, sockets: [client, upstream] };
		open.add(pair);
		client.on("data", (bytes) => {
			if (trap !== null && bytes.includes(trap.text)) {
				fallSilent(trap.what);
				trap = null;
			}
			if (pair.loss !== "everything") upstream.write(bytes);
		});
		upstream.on("data", (bytes) => {
			if (pair.loss === "nothing") client.write(bytes);
		});
		// Ends are packets too.
		client.on("end", () => pair.loss === "nothing" && upstream.end());
		upstream.on("end", () => pair.loss === "nothing" && client.end());
		client.on("error", () => {}).on("close", () => pair.loss === "nothing" && upstream.destroy());
		upstream.on("error", () => {}).on("close", () => pair.loss === "nothing" && client.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	return {
		port: address !== null && typeof address === "object" ? address.port : 0,
		fallSilent: (what = "everything") => fallSilent(what),
		fallSilentAt(text, what) {
			trap = { text, what };
		},
		restore() {
			loss = "nothing";
			trap = null;
		},
		async [Symbol.asyncDispose]() {
			for (const { sockets } of open) for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
