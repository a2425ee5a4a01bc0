import type { SubscriberWords } from "../subscriber-words.ts";

export const zh: SubscriberWords = {
	kinds: {
		postmortem: "事后分析",
		maintenance_announced: "计划维护",
		maintenance_started: "维护进行中",
		maintenance_completed: "维护已完成",
		maintenance_cancelled: "维护已取消",
	},
	affected: "受影响",
	from: "开始",
	until: "结束",
	readMore: "查看详情",
	confirmMail: {
		subject: (page) => `请确认订阅 ${page}`,
		text: (page) => `有人（可能是您）申请用此地址接收 ${page} 的邮件。请确认以开始接收。`,
		action: "确认订阅",
		end: "如果不是您本人，请忽略此邮件。您不会再收到邮件，该地址将在 7 天后删除。",
	},
	knownMail: {
		subject: (page) => `您对 ${page} 的订阅`,
		text: (page) => `有人（可能是您）申请接收 ${page} 的邮件。此地址已经订阅。`,
		action: "管理订阅",
		end: "如果不是您本人，请忽略此邮件。没有任何更改。",
	},
	closedNews: {
		subject: (page) => `${page} 的新消息`,
		text: (page) => `${page} 有新消息。请打开页面查看。`,
	},
	footer: {
		why: (page) => `您收到此邮件是因为您订阅了 ${page}。`,
		manage: "管理订阅",
		unsubscribe: "退订",
	},
	form: {
		title: (page) => `订阅 ${page}`,
		email: "电子邮件地址",
		noneChosen: "如果不选择，您将收到所有组件的消息。",
		chosen: "仅这些组件",
		subscribe: "订阅",
		checkMail: {
			title: "请查看收件箱",
			text: "如果该地址能收到我们的邮件，您会看到一封带有链接的邮件。请打开链接确认。",
		},
		confirm: {
			title: (page) => `接收 ${page} 的邮件？`,
			text: "每封邮件都可以一键退订。",
			action: "确认",
		},
		confirmed: { title: "订阅成功", text: (page) => `从现在起，您将通过邮件收到 ${page} 的消息。` },
		manage: { title: (page) => `您对 ${page} 的订阅`, save: "保存", saved: "已保存。" },
		unsubscribe: {
			title: (page) => `退订 ${page}？`,
			text: "您将不再收到邮件，您的地址会被删除。",
			action: "退订",
		},
		unsubscribed: { title: "您已退订", text: "您的地址已删除。" },
		unknownLink: {
			title: "此链接已失效",
			text: "订阅已结束，或未在 7 天内确认。",
		},
		invalidEmail: "请输入电子邮件地址，例如 ada@example.com。",
		tooMany: { title: "请求过多", text: "请一小时后再试。" },
		back: (page) => `返回 ${page}`,
	},
};
