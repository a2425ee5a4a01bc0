/** What `lapwing nats init` writes: the configuration of a NATS server for this installation, and our keys to it. */

import { join } from "node:path";
import { type NatsKeys, newKeys } from "./keys.ts";

/** Of one message. The largest is a single order with what wraps it: its monitor's settings are below 4 MiB. */
const MAX_PAYLOAD = "8MB";
/** Of orders that wait for a prober, all locations together: memory of the server. */
const MAX_MEMORY = "256MB";

interface NatsInstallation {
	/** By absolute path; for the eyes of their owner alone. */
	readonly files: Readonly<Record<string, string>>;
	readonly settings: { readonly NATS_URL: string; readonly NATS_CREDENTIALS: string };
	/** Where probers connect, for whoever configures the proxy. */
	readonly websocket: string;
	readonly config: string;
}

interface NewInstallation {
	/** Absolute. */
	readonly folder: string;
	/** The address on which the server listens. */
	readonly host: string;
	/** For `control`; the next one is for probers, by WebSocket. */
	readonly port: number;
	/** Default: new ones. */
	readonly keys?: NatsKeys | undefined;
}

export async function newNatsInstallation({
	folder,
	host,
	port,
	keys: given,
}: NewInstallation): Promise<NatsInstallation> {
	const { credentials, server } = given ?? (await newKeys());
	const [config, keys] = [join(folder, "nats.conf"), join(folder, "credentials.json")];
	const accounts = Object.entries(server.accounts).map(([key, jwt]) => `  ${key}: ${jwt}`);
	const at = host.includes(":") ? `[${host}]` : host;
	const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : at;
	const text = `# Made by \`lapwing nats init\`. Start it: nats-server -c ${config}
server_name: lapwing
listen: "${at}:${port}"
max_payload: ${MAX_PAYLOAD}

# Probers connect here, by the proxy that serves the dashboard: its path /nats, without the path.
websocket {
  listen: "${at}:${port + 1}"
  no_tls: true
}

# Orders and outcomes under way, in memory. Losing them breaks nothing: the database has all that counts.
jetstream {
  store_dir: ${JSON.stringify(join(folder, "jetstream"))}
  max_mem: ${MAX_MEMORY}
  max_file: 0
}

operator: ${server.operatorJwt}
system_account: ${server.systemAccount}
# Keeps the accounts, with the probers that were removed.
resolver {
  type: full
  dir: ${JSON.stringify(join(folder, "accounts"))}
  allow_delete: false
  interval: "2m"
}
resolver_preload {
${accounts.join("\n")}
}
`;
	return {
		files: { [config]: text, [keys]: `${JSON.stringify(credentials, null, 2)}\n` },
		settings: { NATS_URL: `nats://${reached}:${port}`, NATS_CREDENTIALS: keys },
		websocket: `ws://${reached}:${port + 1}`,
		config,
	};
}
