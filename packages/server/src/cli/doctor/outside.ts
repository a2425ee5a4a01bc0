/**
 * What `lapwing doctor` finds out about the world outside: name servers, canaries, the mail server, and the address of
 * links.
 */

import { canaryProblems } from "../../compose/canaries.ts";
import { mailServerProblem } from "../../compose/mail-server.ts";
import { nameServersTried } from "../../compose/name-servers.ts";
import { linkOrigin } from "../../compose/origins.ts";
import { whoMayJoin } from "../../compose/who-may-join.ts";
import type { Config } from "../../config/config.ts";
import type { Finding } from "./finding.ts";

export async function nameServers(config: Config): Promise<Finding> {
	const check = "Name servers";
	const { answering, silent } = await nameServersTried(config);
	if (answering.length === 0) {
		const place = config.resolvers === null ? "Correct the system's setting (/etc/resolv.conf), or set" : "Correct";
		const which = silent.length === 0 ? "there are none" : `no proper answer of ${silent.join(", ")}`;
		const message = `${which}. Checks of names are missed, and notices wait. ${place} PROBE_RESOLVERS.`;
		return { check, ok: false, message };
	}
	const without = silent.length === 0 ? "" : ` No proper answer of ${silent.join(", ")}; what asks there takes longer.`;
	return { check, ok: true, message: `asked with success: ${answering.join(", ")}.${without}` };
}

export async function canaries({ canaries: wanted }: Config): Promise<Finding> {
	const check = "PROBE_CANARIES";
	if (wanted === null) {
		return { check, ok: true, message: "not set: when this machine's own network is cut, monitors become down." };
	}
	const problems = await canaryProblems(wanted);
	if (problems.length === 0)
		return { check, ok: true, message: `${wanted.length} of ${wanted.length} accept a connection.` };
	const message = `${problems.join(" ")} Use addresses that accept a TCP connection from this machine.`;
	return { check, ok: false, message };
}

export async function mail(config: Config): Promise<Finding> {
	const check = "SMTP_URL";
	if (config.smtpUrl === null) return { check, ok: true, message: "not set: email notices can't be sent." };
	const { host } = new URL(config.smtpUrl);
	const problem = await mailServerProblem(config.smtpUrl, config);
	if (problem === null) return { check, ok: true, message: `${host} accepts mail from this machine.` };
	return { check, ok: false, message: `${host}: ${problem} Check the address, the user name and the password.` };
}

/** Whether the provider answers is seen at a sign-in; here, whom it lets in. */
export function openIdProvider({ oidc }: Config): Finding {
	const check = "OIDC_ISSUER";
	const message = oidc === null ? "not set: nobody signs in through an OpenID provider." : whoMayJoin(oidc);
	return { check, ok: true, message };
}

export function publicUrl(config: Config): Finding {
	const check = "PUBLIC_URL";
	if (config.publicUrl !== null) return { check, ok: true, message: config.publicUrl };
	const origin = linkOrigin(config);
	const message =
		origin === null
			? "not set: notices contain no links, because HOST and PORT give no address that a browser can open."
			: `not set: links in notices lead to ${origin}.`;
	return { check, ok: true, message: `${message} Set it if users reach Lapwing at another address.` };
}
