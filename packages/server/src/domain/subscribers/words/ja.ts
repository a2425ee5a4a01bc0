import type { SubscriberWords } from "../subscriber-words.ts";

export const ja: SubscriberWords = {
	kinds: {
		postmortem: "事後報告",
		maintenance_announced: "メンテナンスのお知らせ",
		maintenance_started: "メンテナンスを開始しました",
		maintenance_completed: "メンテナンスが完了しました",
		maintenance_cancelled: "メンテナンスは中止されました",
	},
	affected: "影響範囲",
	from: "開始",
	until: "終了",
	readMore: "詳細を見る",
	confirmMail: {
		subject: (page) => `${page} の購読を確認してください`,
		text: (page) =>
			`このアドレスで ${page} のメール受信が申し込まれました。お心当たりがあれば、購読を確認してください。`,
		action: "購読を確認する",
		end: "お心当たりがない場合は、このメールを無視してください。以後メールは届かず、アドレスは7日後に削除されます。",
	},
	knownMail: {
		subject: (page) => `${page} の購読について`,
		text: (page) => `このアドレスで ${page} のメール受信が申し込まれましたが、すでに購読されています。`,
		action: "購読を管理する",
		end: "お心当たりがない場合は、このメールを無視してください。何も変更されていません。",
	},
	closedNews: {
		subject: (page) => `${page} の新しいお知らせ`,
		text: (page) => `${page} に新しいお知らせがあります。ページを開いてご覧ください。`,
	},
	footer: {
		why: (page) => `このメールは ${page} を購読している方にお送りしています。`,
		manage: "購読を管理する",
		unsubscribe: "購読を解除する",
	},
	form: {
		title: (page) => `${page} を購読する`,
		email: "メールアドレス",
		noneChosen: "何も選択しない場合は、すべてのお知らせが届きます。",
		chosen: "選択したコンポーネントのみ",
		subscribe: "購読する",
		checkMail: {
			title: "受信トレイを確認してください",
			text: "アドレスがメールを受信できる場合、リンクを記載したメールが届きます。リンクを開いて確認してください。",
		},
		confirm: {
			title: (page) => `${page} のメールを受信しますか？`,
			text: "どのメールからもワンクリックで解除できます。",
			action: "確認する",
		},
		confirmed: { title: "購読が完了しました", text: (page) => `今後、${page} のお知らせがメールで届きます。` },
		manage: { title: (page) => `${page} の購読設定`, save: "保存", saved: "保存しました。" },
		unsubscribe: {
			title: (page) => `${page} の購読を解除しますか？`,
			text: "メールは届かなくなり、アドレスは削除されます。",
			action: "解除する",
		},
		unsubscribed: { title: "購読を解除しました", text: "アドレスは削除されました。" },
		unknownLink: {
			title: "このリンクは無効です",
			text: "購読が終了したか、7日以内に確認されませんでした。",
		},
		invalidEmail: "メールアドレスを入力してください（例：ada@example.com）。",
		tooMany: { title: "リクエストが多すぎます", text: "1時間後にもう一度お試しください。" },
		back: (page) => `${page} に戻る`,
	},
};
