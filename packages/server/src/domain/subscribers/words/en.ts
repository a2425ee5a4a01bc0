import type { SubscriberWords } from "../subscriber-words.ts";

export const en: SubscriberWords = {
	kinds: {
		postmortem: "Postmortem",
		maintenance_announced: "Planned maintenance",
		maintenance_started: "Maintenance in progress",
		maintenance_completed: "Maintenance completed",
		maintenance_cancelled: "Maintenance cancelled",
	},
	affected: "Affected",
	from: "From",
	until: "Until",
	readMore: "Read more",
	confirmMail: {
		subject: (page) => `Confirm your subscription to ${page}`,
		text: (page) => `Somebody, probably you, asked for mails about ${page} to this address. Confirm to receive them.`,
		action: "Confirm the subscription",
		end: "If it was not you, ignore this mail. You are sent nothing more, and the address is deleted after 7 days.",
	},
	knownMail: {
		subject: (page) => `Your subscription to ${page}`,
		text: (page) => `Somebody, probably you, asked for mails about ${page}. This address receives them already.`,
		action: "Manage the subscription",
		end: "If it was not you, ignore this mail. Nothing has changed.",
	},
	closedNews: {
		subject: (page) => `News from ${page}`,
		text: (page) => `There is news on ${page}. Open the page to read it.`,
	},
	footer: {
		why: (page) => `You receive this mail because you subscribed to ${page}.`,
		manage: "Manage the subscription",
		unsubscribe: "Unsubscribe",
	},
	form: {
		title: (page) => `Subscribe to ${page}`,
		email: "Email address",
		noneChosen: "If you choose none, you receive news of all of them.",
		chosen: "Only these components",
		subscribe: "Subscribe",
		checkMail: {
			title: "Check your inbox",
			text: "If the address can receive mail from us, you will find a mail with a link in it. Open it to confirm.",
		},
		confirm: {
			title: (page) => `Receive mails about ${page}?`,
			text: "You can unsubscribe with one click in every mail.",
			action: "Confirm",
		},
		confirmed: { title: "You are subscribed", text: (page) => `From now on you receive news of ${page} by mail.` },
		manage: { title: (page) => `Your subscription to ${page}`, save: "Save", saved: "Saved." },
		unsubscribe: {
			title: (page) => `Unsubscribe from ${page}?`,
			text: "You receive no more mails, and your address is deleted.",
			action: "Unsubscribe",
		},
		unsubscribed: { title: "You are unsubscribed", text: "Your address is deleted." },
		unknownLink: {
			title: "This link is not valid any more",
			text: "The subscription has ended, or was not confirmed within 7 days.",
		},
		invalidEmail: "Enter a mail address, such as ada@example.com.",
		tooMany: { title: "Too many requests", text: "Try again in an hour." },
		back: (page) => `Back to ${page}`,
	},
};
