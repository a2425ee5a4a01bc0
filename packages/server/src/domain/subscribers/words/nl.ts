import type { SubscriberWords } from "../subscriber-words.ts";

export const nl: SubscriberWords = {
	kinds: {
		postmortem: "Nabeschouwing",
		maintenance_announced: "Gepland onderhoud",
		maintenance_started: "Onderhoud bezig",
		maintenance_completed: "Onderhoud voltooid",
		maintenance_cancelled: "Onderhoud geannuleerd",
	},
	affected: "Getroffen",
	from: "Van",
	until: "Tot",
	readMore: "Meer lezen",
	confirmMail: {
		subject: (page) => `Bevestig uw abonnement op ${page}`,
		text: (page) =>
			`Iemand, waarschijnlijk u, wil op dit adres e-mails over ${page} ontvangen. Bevestig dat om ze te krijgen.`,
		action: "Abonnement bevestigen",
		end: "Was u het niet, negeer deze e-mail dan. U krijgt verder niets en het adres wordt na 7 dagen verwijderd.",
	},
	knownMail: {
		subject: (page) => `Uw abonnement op ${page}`,
		text: (page) => `Iemand, waarschijnlijk u, wil e-mails over ${page} ontvangen. Dit adres krijgt ze al.`,
		action: "Abonnement beheren",
		end: "Was u het niet, negeer deze e-mail dan. Er is niets veranderd.",
	},
	closedNews: {
		subject: (page) => `Nieuws van ${page}`,
		text: (page) => `Er is nieuws op ${page}. Open de pagina om het te lezen.`,
	},
	footer: {
		why: (page) => `U krijgt deze e-mail omdat u op ${page} bent geabonneerd.`,
		manage: "Abonnement beheren",
		unsubscribe: "Afmelden",
	},
	form: {
		title: (page) => `Abonneren op ${page}`,
		email: "E-mailadres",
		noneChosen: "Als u niets kiest, krijgt u nieuws van alle onderdelen.",
		chosen: "Alleen deze onderdelen",
		subscribe: "Abonneren",
		checkMail: {
			title: "Kijk in uw postvak",
			text: "Als het adres e-mail van ons kan ontvangen, vindt u daar een bericht met een link. Open die om te bevestigen.",
		},
		confirm: {
			title: (page) => `E-mails over ${page} ontvangen?`,
			text: "In elke e-mail kunt u zich met één klik afmelden.",
			action: "Bevestigen",
		},
		confirmed: {
			title: "Het abonnement is bevestigd",
			text: (page) => `Vanaf nu krijgt u nieuws van ${page} per e-mail.`,
		},
		manage: { title: (page) => `Uw abonnement op ${page}`, save: "Opslaan", saved: "Opgeslagen." },
		unsubscribe: {
			title: (page) => `Afmelden voor ${page}?`,
			text: "U krijgt geen e-mails meer en uw adres wordt verwijderd.",
			action: "Afmelden",
		},
		unsubscribed: { title: "U bent afgemeld", text: "Uw adres is verwijderd." },
		unknownLink: {
			title: "Deze link is niet meer geldig",
			text: "Het abonnement is beëindigd of is niet binnen 7 dagen bevestigd.",
		},
		invalidEmail: "Vul een e-mailadres in, bijvoorbeeld ada@example.com.",
		tooMany: { title: "Te veel verzoeken", text: "Probeer het over een uur opnieuw." },
		back: (page) => `Terug naar ${page}`,
	},
};
