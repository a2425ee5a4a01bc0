/** Whether the channel of an alert can send anything here: email needs the operator's mail server. */

import { type Result, success } from "@lapwing/result";
import type { ChannelType } from "../../domain/alerts/channels.ts";
import { invalid, type Problem } from "../../domain/problem.ts";

export interface MailServerRule {
	/** False without SMTP_URL. Absent where that is not known: then nothing is refused. */
	readonly hasMailServer?: boolean | undefined;
}

/** Why nothing can be sent through a channel of this type, with what to set; null when it can. */
export function channelProblem({ hasMailServer }: MailServerRule, type: ChannelType): string | null {
	return type === "email" && hasMailServer === false
		? "Lapwing has no mail server, so no email can be sent. Set SMTP_URL and SMTP_FROM, and start it again."
		: null;
}

export function requireSendable(rule: MailServerRule, type: ChannelType): Result<undefined, Problem<"invalid">> {
	const problem = channelProblem(rule, type);
	return problem === null ? success() : invalid("/channel/type", problem);
}
