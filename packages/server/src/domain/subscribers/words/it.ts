import type { SubscriberWords } from "../subscriber-words.ts";

export const it: SubscriberWords = {
	kinds: {
		postmortem: "Analisi dell’incidente",
		maintenance_announced: "Manutenzione programmata",
		maintenance_started: "Manutenzione in corso",
		maintenance_completed: "Manutenzione completata",
		maintenance_cancelled: "Manutenzione annullata",
	},
	affected: "Interessati",
	from: "Dal",
	until: "Al",
	readMore: "Leggi tutto",
	confirmMail: {
		subject: (page) => `Conferma l’iscrizione a ${page}`,
		text: (page) =>
			`Qualcuno, probabilmente tu, ha chiesto di ricevere e-mail su ${page} a questo indirizzo. Conferma per riceverle.`,
		action: "Conferma l’iscrizione",
		end: "Se non sei stato tu, ignora questa e-mail. Non riceverai altro e l’indirizzo sarà cancellato dopo 7 giorni.",
	},
	knownMail: {
		subject: (page) => `La tua iscrizione a ${page}`,
		text: (page) =>
			`Qualcuno, probabilmente tu, ha chiesto di ricevere e-mail su ${page}. Questo indirizzo le riceve già.`,
		action: "Gestisci l’iscrizione",
		end: "Se non sei stato tu, ignora questa e-mail. Non è cambiato nulla.",
	},
	closedNews: {
		subject: (page) => `Novità da ${page}`,
		text: (page) => `Ci sono novità su ${page}. Apri la pagina per leggerle.`,
	},
	footer: {
		why: (page) => `Ricevi questa e-mail perché sei iscritto a ${page}.`,
		manage: "Gestisci l’iscrizione",
		unsubscribe: "Annulla l’iscrizione",
	},
	form: {
		title: (page) => `Iscriviti a ${page}`,
		email: "Indirizzo e-mail",
		noneChosen: "Se non ne scegli nessuno, ricevi le novità di tutti.",
		chosen: "Solo questi componenti",
		subscribe: "Iscriviti",
		checkMail: {
			title: "Controlla la posta",
			text: "Se l’indirizzo può ricevere le nostre e-mail, troverai un messaggio con un link. Aprilo per confermare.",
		},
		confirm: {
			title: (page) => `Ricevere e-mail su ${page}?`,
			text: "In ogni e-mail puoi annullare l’iscrizione con un clic.",
			action: "Conferma",
		},
		confirmed: {
			title: "Iscrizione confermata",
			text: (page) => `Da ora ricevi le novità di ${page} per e-mail.`,
		},
		manage: { title: (page) => `La tua iscrizione a ${page}`, save: "Salva", saved: "Salvato." },
		unsubscribe: {
			title: (page) => `Annullare l’iscrizione a ${page}?`,
			text: "Non riceverai più e-mail e il tuo indirizzo sarà cancellato.",
			action: "Annulla l’iscrizione",
		},
		unsubscribed: { title: "Iscrizione annullata", text: "Il tuo indirizzo è stato cancellato." },
		unknownLink: {
			title: "Questo link non è più valido",
			text: "L’iscrizione è terminata o non è stata confermata entro 7 giorni.",
		},
		invalidEmail: "Inserisci un indirizzo e-mail, per esempio ada@example.com.",
		tooMany: { title: "Troppe richieste", text: "Riprova tra un’ora." },
		back: (page) => `Torna a ${page}`,
	},
};
