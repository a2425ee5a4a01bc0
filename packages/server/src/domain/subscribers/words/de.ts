import type { SubscriberWords } from "../subscriber-words.ts";

export const de: SubscriberWords = {
	kinds: {
		postmortem: "Nachbericht",
		maintenance_announced: "Geplante Wartung",
		maintenance_started: "Wartung läuft",
		maintenance_completed: "Wartung abgeschlossen",
		maintenance_cancelled: "Wartung abgesagt",
	},
	affected: "Betroffen",
	from: "Von",
	until: "Bis",
	readMore: "Mehr lesen",
	confirmMail: {
		subject: (page) => `Bestätigen Sie Ihr Abonnement von ${page}`,
		text: (page) =>
			`Jemand, vermutlich Sie, möchte an diese Adresse E-Mails über ${page} erhalten. Bestätigen Sie das bitte.`,
		action: "Abonnement bestätigen",
		end: "Falls Sie es nicht waren, ignorieren Sie diese E-Mail. Sie erhalten nichts weiter, und die Adresse wird nach 7 Tagen gelöscht.",
	},
	knownMail: {
		subject: (page) => `Ihr Abonnement von ${page}`,
		text: (page) => `Jemand, vermutlich Sie, möchte E-Mails über ${page} erhalten. Diese Adresse erhält sie schon.`,
		action: "Abonnement verwalten",
		end: "Falls Sie es nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.",
	},
	closedNews: {
		subject: (page) => `Neuigkeiten von ${page}`,
		text: (page) => `Auf ${page} gibt es Neuigkeiten. Öffnen Sie die Seite, um sie zu lesen.`,
	},
	footer: {
		why: (page) => `Sie erhalten diese E-Mail, weil Sie ${page} abonniert haben.`,
		manage: "Abonnement verwalten",
		unsubscribe: "Abbestellen",
	},
	form: {
		title: (page) => `${page} abonnieren`,
		email: "E-Mail-Adresse",
		noneChosen: "Wenn Sie keine wählen, erhalten Sie Neuigkeiten von allen.",
		chosen: "Nur diese Komponenten",
		subscribe: "Abonnieren",
		checkMail: {
			title: "Sehen Sie in Ihr Postfach",
			text: "Wenn die Adresse E-Mails von uns empfangen kann, finden Sie dort eine E-Mail mit einem Link. Öffnen Sie ihn, um zu bestätigen.",
		},
		confirm: {
			title: (page) => `E-Mails über ${page} erhalten?`,
			text: "Jede E-Mail können Sie mit einem Klick abbestellen.",
			action: "Bestätigen",
		},
		confirmed: {
			title: "Das Abonnement ist bestätigt",
			text: (page) => `Ab jetzt erhalten Sie Neuigkeiten von ${page} per E-Mail.`,
		},
		manage: { title: (page) => `Ihr Abonnement von ${page}`, save: "Speichern", saved: "Gespeichert." },
		unsubscribe: {
			title: (page) => `${page} abbestellen?`,
			text: "Sie erhalten keine E-Mails mehr, und Ihre Adresse wird gelöscht.",
			action: "Abbestellen",
		},
		unsubscribed: { title: "Das Abonnement ist beendet", text: "Ihre Adresse ist gelöscht." },
		unknownLink: {
			title: "Dieser Link ist nicht mehr gültig",
			text: "Das Abonnement ist beendet oder wurde nicht innerhalb von 7 Tagen bestätigt.",
		},
		invalidEmail: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.",
		tooMany: { title: "Zu viele Anfragen", text: "Versuchen Sie es in einer Stunde noch einmal." },
		back: (page) => `Zurück zu ${page}`,
	},
};
