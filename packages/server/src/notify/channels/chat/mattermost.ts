/**
 * Mattermost's incoming webhooks (https://docs.mattermost.com/developers/integrate/webhooks/incoming): the title as the
 * post's `text`, which is what a telephone shows, and one attachment. Both are Markdown
 * (https://github.com/mattermost/marked): a backslash takes the meaning from its signs; what it can't escape, mentions
 * and emoji, a space without width parts. A webhook answers "ok" and no id, so its post can't be changed later.
 */

import { byPost } from "../../channel.ts";
import { attachmentOf } from "./attachment.ts";

export const mattermost = byPost<"mattermost">(true, (message, { settings }, { link }) => {
	const { title, attachment } = attachmentOf(message, link, literal);
	return { url: settings.url, body: { text: `**${title}**`, attachments: [attachment] } };
});

function literal(text: string): string {
	return text
		.replace(/[\\`*{}[\]()#+\-!_>~|]/g, "\\$&")
		.replaceAll("@", "@\u200b")
		.replace(/:(?=[\w+\\-]+:)/g, ":\u200b");
}
