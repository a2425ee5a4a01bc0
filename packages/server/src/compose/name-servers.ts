/** Tests the name servers that checks and notices use, for `lapwing doctor`. */

import type { Config } from "../config/config.ts";
import { SYSTEM_CLOCK } from "../net/clock.ts";
import { NameServer, systemServers } from "../net/resolve/name-server.ts";

interface NameServersTried {
	readonly answering: readonly string[];
	readonly silent: readonly string[];
}

/** Asks each one by itself for a name that only other servers can know: within 3 seconds, all at the same time. */
export async function nameServersTried({ resolvers }: Pick<Config, "resolvers">): Promise<NameServersTried> {
	const servers = resolvers ?? systemServers();
	const works = await Promise.all(servers.map(answers));
	return {
		answering: servers.filter((_, index) => works[index]),
		silent: servers.filter((_, index) => !works[index]),
	};
}

async function answers(server: string): Promise<boolean> {
	const asked = new NameServer([server], SYSTEM_CLOCK);
	try {
		return await asked.works();
	} finally {
		asked.close();
	}
}
