/** Tests the operator's mail server, for `lapwing doctor`. */

import type { Config } from "../config/config.ts";
import { PolicedDialer } from "../net/dial.ts";
import { smtpServer, tryMailServer } from "../notify/smtp.ts";

/** Why no mail can be sent, in one sentence; null when connection and login succeed. Sends no mail. */
export async function mailServerProblem(
	smtpUrl: string,
	{ smtpFrom, resolvers }: Pick<Config, "smtpFrom" | "resolvers">,
): Promise<string | null> {
	// As deliveries do: the server is the operator's own, so it may be private.
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers });
	try {
		const tried = await tryMailServer(dialer, smtpServer(smtpUrl, smtpFrom));
		if (tried.kind === "sent") return null;
		return tried.kind === "failed" ? tried.message : "The attempt was cut short.";
	} finally {
		dialer.close();
	}
}
